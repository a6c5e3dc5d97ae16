#include "recording_file_system.h"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "clc/package/digest.h"

namespace clc::worker {
namespace {

// Hands out exactly the bytes that were hashed, whatever happens to the file meanwhile.
class ReadFile final : public llvm::vfs::File {
 public:
  ReadFile(llvm::vfs::Status status, std::unique_ptr<llvm::MemoryBuffer> bytes)
      : status_(std::move(status)), bytes_(std::move(bytes)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(bytes_->getBuffer(), name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  std::unique_ptr<llvm::MemoryBuffer> bytes_;
};

}  // namespace

void RecordingFileSystem::note_absent(const llvm::Twine& path) {
  const std::string name = path.str();
  accesses_.try_emplace(name, FileAccess{});
  // Where a parent folder is missing, only that folder is asked for.
  const llvm::StringRef parent = llvm::sys::path::parent_path(name);
  if (parent.empty()) return;
  const auto folder = ProxyFileSystem::status(parent);
  if (folder && folder->isDirectory()) accesses_[parent.str()].kind = InputKind::k_folder;
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFileSystem::status(const llvm::Twine& path) {
  auto result = ProxyFileSystem::status(path);
  if (!result) note_absent(path);
  return result;
}

bool RecordingFileSystem::exists(const llvm::Twine& path) {
  const bool result = ProxyFileSystem::exists(path);
  if (!result) note_absent(path);
  return result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> RecordingFileSystem::openFileForRead(const llvm::Twine& path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file) {
    note_absent(path);
    return file;
  }
  auto status = (*file)->status();
  if (!status) return status.getError();
  if (status->isDirectory()) return file;
  auto bytes = (*file)->getBuffer(path, -1, true, /*IsVolatile=*/true);
  if (!bytes) return bytes.getError();
  const llvm::StringRef text = (*bytes)->getBuffer();
  accesses_[path.str()] = {InputKind::k_file, sha256_hex({text.data(), text.size()})};
  // The size on disk may have changed between the two calls; what was read counts.
  llvm::vfs::Status exact(status->getName(), status->getUniqueID(), status->getLastModificationTime(), status->getUser(),
                          status->getGroup(), text.size(), status->getType(), status->getPermissions());
  return std::unique_ptr<llvm::vfs::File>(std::make_unique<ReadFile>(std::move(exact), std::move(*bytes)));
}

}  // namespace clc::worker

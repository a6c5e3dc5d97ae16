#include "worker/frontend/recording_file_system.h"

#include <algorithm>
#include <tuple>

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "clc/package/digest.h"

namespace clc::worker {
namespace {

using Kind = FileFact::Kind;
using llvm::vfs::Status;

// Without owner, permissions and times, so that nothing can depend on them.
Status bare(const Status& status, std::uint64_t size) {
  return {status.getName(), status.getUniqueID(), {}, 0, 0, size, status.getType(), llvm::sys::fs::all_read};
}

bool is_regular(const Status& status) {
  return status.getType() == llvm::sys::fs::file_type::regular_file;
}

// Gives exactly the bytes that were hashed, even if the file changes meanwhile.
class ReadFile final : public llvm::vfs::File {
 public:
  ReadFile(Status status, std::unique_ptr<llvm::MemoryBuffer> bytes)
      : status_(std::move(status)), bytes_(std::move(bytes)) {}

  llvm::ErrorOr<Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(bytes_->getBuffer(), name);
  }
  std::error_code close() override { return {}; }

 private:
  Status status_;
  std::unique_ptr<llvm::MemoryBuffer> bytes_;
};

bool agree(const RecordingFileSystem::Answer& a, const RecordingFileSystem::Answer& b) {
  if (a.kind == Kind::k_absent || b.kind == Kind::k_absent) return a.kind == b.kind;
  if ((a.kind == Kind::k_folder) != (b.kind == Kind::k_folder)) return false;
  const bool are_read = a.kind == Kind::k_read && b.kind == Kind::k_read;
  return a.id == b.id && a.size == b.size && (!are_read || a.sha256 == b.sha256);
}

}  // namespace

void RecordingFileSystem::note(const std::string& path, Answer answer) {
  const auto [at, is_new] = answers_.try_emplace(path, answer);
  if (is_new) return;
  if (!agree(at->second, answer)) is_repeatable_ = false;
  if (answer.kind == Kind::k_read) at->second = std::move(answer);
}

void RecordingFileSystem::note_absent(const std::string& path) {
  if (path.empty()) return;  // names nothing
  note(path, {});
  // Without the parent folder, the question is one about that folder.
  const llvm::StringRef parent = llvm::sys::path::parent_path(path);
  if (parent.empty()) return;
  const auto folder = ProxyFileSystem::status(parent);
  if (folder && folder->isDirectory()) searched_folders_.insert(parent.str());
}

llvm::ErrorOr<Status> RecordingFileSystem::status(const llvm::Twine& path) {
  auto result = ProxyFileSystem::status(path);
  const std::string name = path.str();
  if (!result) {
    note_absent(name);
    return result;
  }
  const bool is_folder = result->isDirectory();
  if (!is_folder && !is_regular(*result)) is_repeatable_ = false;
  const std::uint64_t size = is_folder ? 0 : result->getSize();
  note(name, {is_folder ? Kind::k_folder : Kind::k_file, result->getUniqueID(), size, ""});
  return bare(*result, size);
}

bool RecordingFileSystem::exists(const llvm::Twine& path) {
  return static_cast<bool>(status(path));
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> RecordingFileSystem::openFileForRead(const llvm::Twine& path) {
  const std::string name = path.str();
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file) {
    note_absent(name);
    return file;
  }
  auto status = (*file)->status();
  if (!status) return status.getError();
  if (status->isDirectory()) {
    note(name, {Kind::k_folder, status->getUniqueID(), 0, ""});
    return file;
  }
  if (!is_regular(*status)) is_repeatable_ = false;
  auto bytes = (*file)->getBuffer(path, -1, true, /*IsVolatile=*/true);
  if (!bytes) {
    is_repeatable_ = false;
    return bytes.getError();
  }
  // The size on disk may have changed since; the size of what was read counts.
  const llvm::StringRef text = (*bytes)->getBuffer();
  note(name, {Kind::k_read, status->getUniqueID(), text.size(), sha256_hex({text.data(), text.size()})});
  return std::unique_ptr<llvm::vfs::File>(std::make_unique<ReadFile>(bare(*status, text.size()), std::move(*bytes)));
}

llvm::vfs::directory_iterator RecordingFileSystem::dir_begin(const llvm::Twine& folder, std::error_code& error) {
  is_repeatable_ = false;  // facts cannot describe the entries of a folder
  return ProxyFileSystem::dir_begin(folder, error);
}

std::error_code RecordingFileSystem::getRealPath(const llvm::Twine& path, llvm::SmallVectorImpl<char>& real) {
  path.toVector(real);
  return makeAbsolute(real);
}

FileFacts RecordingFileSystem::facts(const SourceRoots& roots) const {
  struct Known {
    FileFact fact;
    llvm::sys::fs::UniqueID id;
  };
  std::vector<Known> known;
  for (const auto& [path, answer] : answers_) {
    if (answer.kind == Kind::k_folder && roots.lies_above(path)) continue;
    known.push_back({{answer.kind, roots.rooted(path), answer.size, answer.sha256, 0}, answer.id});
  }
  const auto name = [](const Known& k) { return std::tie(k.fact.path.root, k.fact.path.name); };
  std::sort(known.begin(), known.end(), [&](const Known& a, const Known& b) { return name(a) < name(b); });
  FileFacts result;
  result.is_repeatable = is_repeatable_;
  std::map<llvm::sys::fs::UniqueID, std::uint64_t> first;
  for (Known& k : known) {
    const std::uint64_t index = result.facts.size();
    k.fact.same_file_as = k.fact.can_share_file() ? first.try_emplace(k.id, index).first->second : index;
    result.facts.push_back(std::move(k.fact));
  }
  return result;
}

}  // namespace clc::worker

// A file system that remembers everything that a compiler read or looked for.
#pragma once

#include <map>
#include <string>

#include <llvm/Support/VirtualFileSystem.h>

#include "clc/package/artifact.h"

namespace clc::worker {

struct FileAccess {
  InputKind kind = InputKind::k_absent;
  std::string sha256;  // of a file that was read
};

class RecordingFileSystem final : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override;

  // By path as it was asked for.
  const std::map<std::string, FileAccess>& accesses() const { return accesses_; }

 private:
  void note_absent(const llvm::Twine& path);

  std::map<std::string, FileAccess> accesses_;
};

}  // namespace clc::worker

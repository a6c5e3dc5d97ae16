// A file system that records all that a compiler reads or looks for, and shows the compiler nothing that is not
// recorded. Only regular files of at most 64 MiB can be read, and what a confined source may not see is not there.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include <llvm/Support/VirtualFileSystem.h>

#include "confine/readable.h"
#include "protocol/file_facts.h"
#include "protocol/source_roots.h"

namespace clc::worker {

class RecordingFileSystem final : public llvm::vfs::ProxyFileSystem {
 public:
  // The answer to a question about a path.
  struct Lookup {
    FileFact::Kind kind = FileFact::Kind::k_absent;
    llvm::sys::fs::UniqueID id;
    std::uint64_t size = 0;
    std::string sha256;  // of a file that was read
  };

  RecordingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk, Readable readable)
      : ProxyFileSystem(std::move(disk)), readable_(std::move(readable)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder, std::error_code& error) override;
  // The name itself, because the compiler must not see where symbolic links point.
  std::error_code getRealPath(const llvm::Twine& path, llvm::SmallVectorImpl<char>& real) override;

  // A file that is not on the disk, or cannot be read there, by its absolute path.
  void give(const std::string& path, std::string text) { given_[path] = std::move(text); }

  // By the path as the compiler spelled it.
  const std::map<std::string, Lookup>& answers() const { return answers_; }
  // Existing folders in which the compiler looked for something that is not there.
  const std::set<std::string>& searched_folders() const { return searched_folders_; }
  // The answers, with names that mean the same in every checkout.
  FileFacts facts(const SourceRoots& roots) const;
  // Files and folders that the compiler asked for and that were hidden from it.
  const std::set<std::string>& hidden() const { return hidden_; }

 private:
  // The text of a given file, or null.
  const std::string* given(const llvm::Twine& path) const;
  bool has_given_below(const llvm::Twine& path) const;
  Readable::View view(const llvm::Twine& path);
  void note(const std::string& path, Lookup answer);
  void note_absent(const std::string& path);
  // Passes the error on; a result that depends on it is not repeatable.
  std::error_code refuse(std::error_code error);

  std::map<std::string, Lookup> answers_;
  std::set<std::string> searched_folders_;
  std::set<std::string> hidden_;
  std::map<std::string, std::string> given_;
  bool is_repeatable_ = true;
  Readable readable_;
};

}  // namespace clc::worker

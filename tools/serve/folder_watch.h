// Tells which files of some folders were changed, by inotify.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/file_descriptor.h"
#include "clc/base/result.h"

namespace clc {

struct FolderChanges {
  std::set<std::string> files;  // absolute: written, made, removed, or renamed from or to this name
  bool has_folders = false;     // a folder appeared or went, or the system has lost count
  bool is_gone = false;         // the first watched folder is not there any more

  bool any() const { return !files.empty() || has_folders || is_gone; }
};

class FolderWatch {
 public:
  static Result<FolderWatch> make();
  FolderWatch(FolderWatch&& other) noexcept;
  FolderWatch& operator=(FolderWatch&&) = delete;
  ~FolderWatch();

  // Watches a folder, named by its absolute path; one that is watched already costs nothing. An error says what to do.
  Result<void> add(const std::string& folder);
  // A file descriptor that can be read when something was changed.
  int descriptor() const { return descriptor_; }
  // Adds what was changed since the last call; never waits.
  void read_changes(FolderChanges& into);

 private:
  explicit FolderWatch(int descriptor) : descriptor_(descriptor) {}

  int descriptor_, first_ = -1;
  std::map<int, std::string> folders_;
  std::set<std::string> known_;
};

}  // namespace clc

// The knowledge of `clc serve` about each kernel file for each target, and whether it is still up to date.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "serve/folder_watch.h"
#include "serve/kernel_compiler.h"
#include "serve/kernel_folder.h"

namespace clc {

// The file as it was at the last commit, for the same target.
struct CommittedKernel {
  std::string commit;                // empty: nobody has asked yet
  bool is_there = false;             // the commit holds the file
  bool is_same = false;              // as it is now, with all that it includes
  std::optional<BuiltKernel> built;  // nothing when it is the same, and when it does not compile
  std::string failure;
};

// A file for a target.
struct LiveKernel {
  bool is_fresh = false;            // nothing was changed since it was compiled
  std::uint64_t version = 0;        // how often it was compiled
  Bytes text;                       // the newest
  std::optional<BuiltKernel> good;  // the last that compiled
  bool is_old = false;              // `good` is not of the newest text
  std::vector<ShownDiagnostic> diagnostics;
  std::string failure;
  CommittedKernel committed;
  std::uint64_t last_request = 0;  // when a page last asked for it; 0: never
};

struct LiveFile {
  std::set<std::string> files, folders;  // what a compiler read, and where it looked in vain; absolute, without links
  std::map<std::string, LiveKernel> targets;
};

class LiveKernels {
 public:
  explicit LiveKernels(const KernelFolder& folder) : folder_(folder) {}

  // Looks at the folder anew and watches what it finds. True: other files are there than before.
  Result<bool> look(FolderWatch& watch);
  // True when these changes mean that look() has to be called.
  bool need_look(const FolderChanges& changes) const;
  // Marks everything that was made of one of these files as not fresh.
  void note(const FolderChanges& changes);
  // True when a compilation of `file` has read one of the changed files, as far as is known.
  bool is_read_by(const FolderChanges& changes, const std::string& file) const;

  // Takes over what the compiler made of the file.
  void take_compiled(const std::string& file, const std::string& target, CompiledKernel compiled, FolderWatch& watch);
  // Notes that a page looks at a file for a target, and forgets results that nobody has looked at for long.
  LiveKernel& ask(const std::string& file, const std::string& target);

  bool has(const std::string& file) const { return files_.contains(file); }
  std::map<std::string, LiveFile>& files() { return files_; }
  // The file and target that a page asked for and that is not fresh; among several, the one that was asked for last.
  std::optional<std::pair<std::string, std::string>> stale() const;
  // Returns a file that has no fresh result for the target, if there is one.
  std::optional<std::string> unknown(const std::string& target) const;
  const KernelFolder& folder() const { return folder_; }

 private:
  void forget_the_oldest();

  const KernelFolder& folder_;
  std::map<std::string, LiveFile> files_;  // by the name below the folder
  std::uint64_t clock_ = 0;
};

}  // namespace clc

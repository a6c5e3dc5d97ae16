// The files that a call of the compiler may read, found without a compiler: those that it names, and each file that is
// named between quotes or angle brackets in one of them, wherever the preprocessor might look for it. That is never
// too few, because nothing else names a header but a name that macros make; where a text asks for one of these, all
// files of the folders are given.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc::farm {

class GivenFiles {
 public:
  // `working_folder` and `include_folders` as the call sees and spells them.
  GivenFiles(const std::string& working_folder, const std::vector<std::string>& include_folders);

  // Adds a file, or all of a folder, if there is one of this name.
  Result<void> add(const std::string& spelled);
  // Adds what a text names that does not lie in a file, such as the command line.
  Result<void> add_named_in(const std::string& text) { return add_named_in(text, working_folder_); }

  // By paths below a root that stands for this machine's: "c/src/a.cl" for C:\src\a.cl.
  const std::map<std::string, std::string>& texts() const { return texts_; }
  const std::set<std::string>& folders() const { return folders_; }
  // The working folder in that form, and another spelling of a path: from there.
  std::string place() const { return place_of(working_folder_); }
  std::string spelling(const std::string& spelled) const;

 private:
  std::string absolute(const std::string& spelled) const;
  static std::string place_of(const std::string& absolute);
  Result<bool> add_file(const std::string& absolute);
  Result<void> add_all_of(const std::string& folder);
  Result<void> add_named_in(const std::string& text, const std::string& folder);

  std::string working_folder_;
  std::vector<std::string> include_folders_;  // absolute
  std::map<std::string, std::string> texts_;
  std::set<std::string> folders_;
  std::set<std::string> whole_folders_;
  std::uint64_t bytes_ = 0;
};

}  // namespace clc::farm

// The files that a call of the compiler may read, found without a compiler: those that it names and, from these on,
// each that a directive names, wherever the preprocessor might look for it. These are never too few: a header is named
// in a directive, or by a macro, and then all files of the folders are given, and those that other macros name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc::farm {

// The names in a text's directives, in code that is left out, too, but not in comments.
struct NamesInText {
  std::set<std::string> files;    // of #include, #embed, __has_include and their like
  std::set<std::string> defined;  // texts in quotes and angle brackets of #define
  bool is_by_macro = false;       // one asks for a file by a name that is not written there
};
NamesInText names_in(std::string_view text);

class GivenFiles {
 public:
  // `working_folder` and `include_folders` as the call sees and spells them. `confined_to`: a folder, or empty: what
  // the texts name is given only from there, the include folders, and the files that the call names.
  GivenFiles(const std::string& working_folder, const std::vector<std::string>& include_folders,
             const std::string& confined_to = "");

  // Adds a file that the call names, or all of a folder, if there is one of this name.
  Result<void> add(const std::string& spelled);
  // Adds a header that the call names, such as -include.
  Result<void> add_header(const std::string& name);
  // Adds what macros of the command line may name.
  Result<void> add_defined(const std::string& text);

  // Adds a file of the working folder that only this call has. What it names is not given.
  void add_text(const std::string& name, std::string text);

  // By paths below a root that stands for this machine's: "c/src/a.cl" for C:\src\a.cl.
  const std::map<std::string, std::string>& texts() const { return texts_; }
  const std::set<std::string>& folders() const { return folders_; }
  // The folders that all paths have in common, with a slash at its end, or "". They say nothing, and would make an
  // action of each user's own.
  std::string common_folder() const;
  // The working folder in that form, and another spelling of a path: from there.
  std::string place() const { return place_of(working_folder_); }
  std::string spelling(const std::string& spelled) const;

 private:
  std::string absolute(const std::string& spelled) const;
  static std::string place_of(const std::string& absolute);
  static std::string real_place_of(const std::string& absolute);
  bool is_visible(const std::string& absolute) const;
  Result<bool> add_file(const std::string& absolute, bool is_of_call = false);
  Result<void> add_all_of(const std::string& folder);
  Result<void> add_named(const std::string& name, const std::string& folder);
  Result<void> note_defined(const std::set<std::string>& names);
  Result<void> add_by_macro(const std::string& folder);

  std::string working_folder_;
  std::vector<std::string> include_folders_;  // absolute
  std::vector<std::string> visible_;          // places without links; none: all are
  std::map<std::string, std::string> texts_;
  std::set<std::string> folders_;
  std::set<std::string> whole_folders_;
  std::set<std::string> defined_;           // names in macros
  std::set<std::string> by_macro_folders_;  // of texts that ask for these
  std::uint64_t bytes_ = 0;
};

}  // namespace clc::farm

// The folders of -I that may lie elsewhere at the next start of an application, as those of an AppImage do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/bytes.h"
#include "program/include_scan.h"
#include "program/kept_program.h"

namespace clc::layer {

// The absolute folders of -I in build options, and marks that stand for them in texts of the cache.
class MovableFolders {
 public:
  explicit MovableFolders(std::string_view options);

  bool is_empty() const { return folders_.empty(); }
  // The options with a mark in the place of each folder, and letter by letter the same otherwise.
  const std::string& options() const { return options_; }
  // The same with include-0 and so on, the folders' names in recordings, in the place of marks.
  const std::string& recorded_options() const { return recorded_options_; }
  std::string with_marks(std::string text) const;
  std::string without_marks(std::string_view text) const;
  // Returns true when a binary holds the text of a folder.
  bool are_named_in(BytesView binary) const;

 private:
  std::vector<std::string> folders_;
  std::string options_, recorded_options_;
};

// Returns true when the code of a program may depend on where its folders lie, or when that is not certain.
bool may_expose_folders(std::string_view source, const ClosedProgram& closed, std::string_view options);

// Changes the texts of an entry to those that it has in the cache, and back.
void mark_folders(KeptProgram& program, const MovableFolders& folders);
void name_folders(KeptProgram& program, const MovableFolders& folders);

}  // namespace clc::layer

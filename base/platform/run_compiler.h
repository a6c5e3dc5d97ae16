// Runs the command `clc` from a library inside an application.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc::platform {

// The end of names of programs: ".exe" on Windows.
extern const char* const k_end_of_programs;
// A file that takes everything.
extern const char* const k_nowhere;

struct CompilerCommand {
  std::vector<std::string> words;         // the first is a path, or a name that PATH leads to
  std::vector<std::string> entries = {};  // of its environment, such as those of options_entry()
  std::string output = k_nowhere;
  std::string log = k_nowhere;  // the file for what it says
};

// "VARIABLE=words": clc takes such words for build options and for nothing else.
std::string options_entry(const std::string& variable, const std::vector<std::string>& words);

// Says whether clc inherits an entry of the application's environment, "VARIABLE=…".
bool reaches_compiler(std::string_view entry);

// Runs the command without the application's files and signals, without what would load layers into it or give it
// other options, and waits. Returns its exit code; none where a signal ended it, or the application has waited for it.
Result<std::optional<int>> run_compiler(const CompilerCommand& command);

}  // namespace clc::platform

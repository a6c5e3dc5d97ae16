// Files that hold words of a command line: `@FILE`.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// Replaces each word `@FILE` before "--" by the words in FILE, which may name further files; blanks, quotes and
// backslashes as in gcc's. A word stays where there is no such file.
Result<void> expand_response_files(std::vector<std::string>& words);

}  // namespace clc

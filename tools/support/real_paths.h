// Tells whether two names lead to the same place, and keeps outputs out of the place of inputs.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The absolute path without symbolic links, as far as it is there, and without a slash at its end. "" is the working
// folder.
std::string real_path(const std::string& path);
// True when `path` is `outer` or lies in it. Both are real paths.
bool is_within(const std::string& path, const std::string& outer);

// Refuses (k_usage) the output of an option in the place of a file that the call names, or in a package. Streams, ""
// and "-", have no place.
Result<void> refuse_overwriting(const std::string& option, const std::string& output,
                                const std::vector<std::string>& named);

// For CommandOption::check() of an output that is a folder, one of several files, or beside what a program prints: says
// what is wrong with "-"; otherwise empty.
std::string refuse_standard_output(const std::string& path);

}  // namespace clc

// Names of outputs: of packages, and of binaries as they are.
#pragma once

#include <string>
#include <string_view>

#include "clc/base/result.h"

namespace clc {

// From the last dot of the file's name on; empty: it has none.
std::string_view ending_of(const std::string& path);
// The same name for a package in one file.
std::string package_of(const std::string& path);

// True when the name ends as a binary's does: .spv, .ptx, .cubin, .hsaco, .bin, .elf. False for a folder of that name
// that exists, which is a package all the same, and for a name with a slash at its end.
bool is_bare_output(const std::string& path);

// A package must not have the name of a binary or of a text: k_usage says what would fit.
Result<void> check_package_name(const std::string& path);

}  // namespace clc

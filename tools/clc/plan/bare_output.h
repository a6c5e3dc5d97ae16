// Outputs that are one binary as it is, instead of a package: `clc compile one.cl -t spirv64 -o one.spv`.
#pragma once

#include <string>

#include "plan/plan.h"

namespace clc {

// Whether the name ends as a binary's does: .spv, .ptx, .cubin, .hsaco, .bin, .elf. A folder of that name that is there
// is a package all the same, and so is a name with a slash at its end.
bool is_bare_output(const std::string& path);

// A package must not have the name of a binary or of a text: k_usage says what would fit.
Result<void> check_package_name(const std::string& path);

// What a call writes must fit the name of its output: a bare one takes one source, one target and its format's ending.
Result<void> check_output_name(const Plan& plan);

}  // namespace clc

// Modules of SPIR-V as their readers want them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/build_option.h"

namespace clc::worker {

// Empty when the module is valid in this version, such as "1.2".
std::string validate_spirv(const std::vector<std::uint32_t>& words, std::string_view version);

// The build options that clBuildProgram takes for this module. Intel's driver for CPUs computes wrong results of one
// that was not optimised, unless it is told so. It takes modules as OpenCL C 1.2, unless it is told otherwise: barriers
// of sub-groups become those of work-groups, and atomic operations on generic pointers are missing.
std::string il_build_options(BuildOptions options, const std::vector<std::uint32_t>& words, bool is_optimized);

}  // namespace clc::worker

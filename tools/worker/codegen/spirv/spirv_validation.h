// Modules of SPIR-V as their readers want them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clc::worker {

// Empty when the module is valid in this version, such as "1.2".
std::string validate_spirv(const std::vector<std::uint32_t>& words, std::string_view version);

// The build options that clBuildProgram takes for a program made from IL. Intel's driver for CPUs computes wrong
// results of a module that was not optimised, unless it is told so.
std::string il_build_options(std::vector<std::string> options, bool is_optimized);

}  // namespace clc::worker

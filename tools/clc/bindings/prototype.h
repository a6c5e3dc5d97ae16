// Kernels as they would stand in OpenCL C.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "clc/package/interface.h"

namespace clc {

// "global const float* restrict a"
std::string argument_text(const Argument& argument);

// "kernel void vecadd(…)"
std::string prototype(const KernelInterface& kernel);

// "8, 4, 1", with any separator.
std::string sizes_text(const std::array<std::uint64_t, 3>& sizes, const char* separator);

// True when a work-group size is given at all.
bool is_set(const std::array<std::uint64_t, 3>& sizes);

}  // namespace clc

// Limits for sizes and numbers that a driver reports. Larger ones are errors, so that a broken driver cannot exhaust
// the memory.
#pragma once

#include <cstddef>

#include <CL/cl.h>

namespace clc {

inline constexpr std::size_t k_longest_driver_text = std::size_t{1} << 20U;  // for names, versions and extensions
inline constexpr std::size_t k_longest_build_log = std::size_t{64} << 20U;
inline constexpr std::size_t k_largest_driver_binary = std::size_t{256} << 20U;
inline constexpr cl_uint k_most_platforms = 1024;
inline constexpr cl_uint k_most_devices = 1024;

}  // namespace clc

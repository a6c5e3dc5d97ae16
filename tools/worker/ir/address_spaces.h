// Numbers of address spaces that are the same on all targets.
#pragma once

namespace clc::worker {

inline constexpr unsigned k_global_space = 1, k_local_space = 3;

// Those of SPIR-V alone.
inline constexpr unsigned k_spirv_private_space = 0, k_spirv_constant_space = 2, k_spirv_generic_space = 4;

}  // namespace clc::worker

// Numbers of address spaces that are the same on all targets.
#pragma once

namespace clc::worker {

inline constexpr unsigned k_global_space = 1, k_local_space = 3;

}  // namespace clc::worker

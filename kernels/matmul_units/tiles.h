// How large the tiles of kernels with tiles.clh are.
#pragma once

#include <cstdint>
#include <string>

#include "common/execution.h"

namespace clc::algorithms {

// A macro of a kernel's tiles: its value in a tuned module, else the usual one. Where a group is one sub-group it is
// fixed: no macro counts there, and for which targets that is so the kernel alone knows (HAS_UNITS).
inline std::uint64_t tile_parameter(Execution& run, const std::string& module, const Kernel& kernel, const char* macro,
                                    std::uint64_t usual, std::uint64_t fixed) {
  constexpr std::uint64_t k_items_of_fixed = 16;  // other groups have at least 32
  if (kernel.interface().required_work_group_size[0] == k_items_of_fixed) return fixed;
  return run.parameter(module, macro, usual);
}

// Why the device cannot run a kernel of cooperative matrices; empty when it can.
inline std::string lack_of_matrices(Session& session, const std::string& module, const std::string& kernel) {
  const Result<bool> has = session.has_kernel(module, kernel);
  return has && !*has ? "cooperative matrices: the target has none" : "";
}

}  // namespace clc::algorithms

// How large the tiles of kernels with tiles.clh are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
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

// The tiles of a kernel for whole groups, whose elements have so many bytes.
struct GroupTiles {
  std::uint64_t rows, columns, step;
  std::uint64_t least_depth;
  std::uint64_t at_a_time;  // groups that run
};
// None where the module has no such kernel.
inline std::optional<GroupTiles> group_tiles(Execution& run, const std::string& module, const std::string& kernel,
                                             std::uint64_t bytes) {
  constexpr std::uint64_t k_local_bytes = 227 << 10;
  const Result<bool> has_kernel = run.session().has_kernel(module, kernel);
  if (!has_kernel) run.set_error(has_kernel.error());
  if (!has_kernel || !*has_kernel) return std::nullopt;
  const std::uint64_t rows = run.parameter(module, "GROUP_ROWS", bytes > 1 ? 256 : 128);
  const std::uint64_t columns = run.parameter(module, "GROUP_COLUMNS", bytes > 1 ? 128 : 256);
  const std::uint64_t step_bytes = run.parameter(module, "GROUP_STEP_BYTES", 128);
  const std::uint64_t tiles = run.parameter(module, "GROUP_TILES", 4), step = step_bytes / bytes;
  const std::uint64_t in_a_unit = std::max<std::uint64_t>(k_local_bytes / ((rows + columns) * step_bytes * tiles), 1);
  return GroupTiles{rows, columns, step, step * tiles, run.session().facts().compute_units * in_a_unit};
}

// Why the device cannot run a kernel of cooperative matrices; empty when it can.
inline std::string lack_of_matrices(Session& session, const std::string& module, const std::string& kernel) {
  const Result<bool> has = session.has_kernel(module, kernel);
  return has && !*has ? "cooperative matrices: the target has none" : "";
}

}  // namespace clc::algorithms

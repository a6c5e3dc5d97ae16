// The groups of a launch, for what counts by group.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace clc {

using WorkSizes = std::array<std::size_t, 3>;  // 1 in dimensions that a launch does not have

// Returns the first size of the groups of a launch that leaves them to the driver, as large as GPUs' drivers make them:
// the largest power of two up to 256 and `limit` that divides the first global size.
inline std::size_t usual_group(std::size_t global, std::size_t limit) {
  constexpr std::size_t k_largest = 256;
  std::size_t size = 1;
  while (global != 0 && size * 2 <= std::min(limit, k_largest) && global % (size * 2) == 0) size *= 2;
  return size;
}

inline std::uint64_t number_of_groups(const WorkSizes& global, const WorkSizes& group) {
  std::uint64_t groups = 1;
  for (std::size_t d = 0; d < group.size(); ++d) {
    const std::size_t size = std::max<std::size_t>(group[d], 1);
    groups *= (global[d] + size - 1) / size;
  }
  return groups;
}

}  // namespace clc

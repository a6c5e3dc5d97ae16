// The new value of an element of branches.
#pragma once

#include <cstdint>

namespace clc::algorithms {

// `shift`: the bit of the element's index that chooses its way.
inline std::uint32_t branch_of(std::uint32_t value, std::uint64_t index, std::uint32_t shift) {
  const bool is_first = (index >> shift & 1) == 0;
  for (std::uint32_t k = 0; k < 64; ++k) value = is_first ? value * 1664525U + 1013904223U : (value ^ value >> 13) + k;
  return value;
}

}  // namespace clc::algorithms

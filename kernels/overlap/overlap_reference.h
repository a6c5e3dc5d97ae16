// The new value of an element of overlap.
#pragma once

#include <cstdint>

namespace clc::algorithms {

inline std::uint32_t multiplied(std::uint32_t x, std::uint32_t rounds) {
  for (std::uint32_t k = 0; k < rounds; ++k) x = x * 1664525U + 1013904223U;
  return x;
}

inline std::uint32_t shifted(std::uint32_t x, std::uint32_t rounds) {
  for (std::uint32_t k = 0; k < rounds; ++k) {
    x ^= x << 13U;
    x ^= x >> 17U;
    x ^= x << 5U;
  }
  return x;
}

}  // namespace clc::algorithms

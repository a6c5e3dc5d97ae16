// The new value of an element of constant_memory, and the table of its arrays of program scope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clc::algorithms {

inline std::uint32_t looked_up(std::uint32_t start, const std::uint32_t* table, std::size_t words, bool varies) {
  std::uint32_t value = start;
  for (std::uint32_t k = 0; k < 64; ++k) value = value * 5 + table[((varies ? start : 0) + k * 7) % words];
  return value;
}

inline std::vector<std::uint32_t> program_table(std::size_t words) {
  std::vector<std::uint32_t> table(words);
  for (std::size_t i = 0; i < 256; ++i) table[i] = static_cast<std::uint32_t>(i) * 2654435761U + 12345U;
  return table;
}

}  // namespace clc::algorithms

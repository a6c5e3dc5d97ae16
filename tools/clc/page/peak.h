// What products with a chip can do at most, as their vendors document it: the roof of a roofline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clc {

struct ChipPeak {
  const char* product = "";
  // Operations a second of multiplications and additions, without matrix units; 0: not documented.
  std::uint64_t half_operations = 0, float_operations = 0, double_operations = 0;
  std::uint64_t bytes = 0;  // a second, from and to memory
  const char* source = "";
};

// Of the products of a target's chip; none where none is known.
std::vector<ChipPeak> chip_peaks(const std::string& target);

}  // namespace clc

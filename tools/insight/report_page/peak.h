// The peak speeds of products with a chip, as their vendors document them: the roof of a roofline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clc {

struct ChipPeak {
  const char* product = "";
  // Operations a second of multiplications and additions, without matrix units; 0: not documented.
  std::uint64_t half_operations = 0, float_operations = 0, double_operations = 0;
  // The same of matrix units, by the elements that they multiply: bfloat16 counts as half, tf32 as float.
  std::uint64_t matrix_half_operations = 0, matrix_float_operations = 0, matrix_double_operations = 0,
                matrix_float8_operations = 0;
  std::uint64_t bytes = 0;  // a second, from and to memory
  const char* source = "";
  const char* matrix_source = "";  // empty: no matrix units
};

// Returns the peaks of the products with a target's chip; empty where none is known.
std::vector<ChipPeak> chip_peaks(const std::string& target);

}  // namespace clc

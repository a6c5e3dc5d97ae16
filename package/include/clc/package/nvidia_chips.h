// NVIDIA's chips by the names that targets give them.
#pragma once

#include <charconv>
#include <string_view>

namespace clc {

// 90 of "sm_90a"; 0 of what is no chip of NVIDIA's.
inline unsigned compute_capability(std::string_view chip) {
  constexpr std::string_view k_prefix = "sm_";
  unsigned number = 0;
  if (chip.substr(0, k_prefix.size()) == k_prefix) {
    std::from_chars(chip.data() + k_prefix.size(), chip.data() + chip.size(), number);
  }
  return number;
}

// "sm_90" of "sm_90a" and "sm_90f": the letter stands for more instructions, not for another chip.
inline std::string_view without_letter(std::string_view chip) {
  if (compute_capability(chip) != 0 && (chip.back() == 'a' || chip.back() == 'f')) chip.remove_suffix(1);
  return chip;
}

}  // namespace clc

// The GPUs that are emulated.
#pragma once

#include <cstdint>
#include <string_view>

namespace clc::emulator {

enum class Chip : std::uint8_t { k_gfx942, k_gfx1100, k_gfx1200 };

inline constexpr unsigned k_chip_count = 3;

constexpr std::string_view chip_name(Chip chip) {
  constexpr std::string_view names[] = {"gfx942", "gfx1100", "gfx1200"};
  return names[static_cast<unsigned>(chip)];
}

}  // namespace clc::emulator

// The GPUs that are emulated. chips.def lists them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace clc::emulator {

enum class Chip : std::uint8_t {
#define CLC_CHIP(name, generation, tables, machine, local, shown) k_##name,
#include "isa/chips.def"
#undef CLC_CHIP
};

// Chips of one generation differ in their instructions, and in numbers.
enum class Generation : std::uint8_t { k_cdna2, k_cdna, k_rdna3, k_rdna4 };  // k_cdna: CDNA 3 and 4

struct ChipFacts {
  Chip chip;
  std::string_view name;
  Generation generation;
  Chip instructions;      // the chip whose tables it has
  std::uint32_t machine;  // EF_AMDGPU_MACH of its code objects
  std::uint32_t local_bytes;
  bool is_shown;  // to programs that did not choose
};

inline constexpr std::array k_all_chips{
#define CLC_CHIP(name, generation, tables, machine, local, shown) \
  ChipFacts{Chip::k_##name, #name, Generation::generation, Chip::k_##tables, machine, local * 1024U, shown},
#include "isa/chips.def"
#undef CLC_CHIP
};

constexpr const ChipFacts& facts(Chip chip) {
  return k_all_chips[static_cast<unsigned>(chip)];
}
constexpr std::string_view chip_name(Chip chip) {
  return facts(chip).name;
}
constexpr Generation generation(Chip chip) {
  return facts(chip).generation;
}
constexpr bool is_cdna(Chip chip) {
  return generation(chip) == Generation::k_cdna || generation(chip) == Generation::k_cdna2;
}
constexpr bool is_cdna2(Chip chip) {
  return generation(chip) == Generation::k_cdna2;
}
// A cache between those of compute units and memory: gfx90a has one L2, gfx1200's L1 is not emulated.
constexpr bool has_clusters(Chip chip) {
  return !is_cdna2(chip) && generation(chip) != Generation::k_rdna4;
}
// Several L2 caches, which keep what was written, and stay stale.
constexpr bool has_several_l2(Chip chip) {
  return generation(chip) == Generation::k_cdna;
}
constexpr bool is_rdna3(Chip chip) {
  return generation(chip) == Generation::k_rdna3;
}
constexpr bool is_rdna4(Chip chip) {
  return generation(chip) == Generation::k_rdna4;
}

}  // namespace clc::emulator

// Assembles instructions with LLVM and executes them on a wave, for the tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "isa/wave_state.h"

namespace clc::emulator::test {

// True where LLVM's assembler is installed. The tests that need it say that they are skipped.
bool has_assembler();
void skip();

// A wave of the chip's usual size with 32 vector registers, all lanes active.
WaveState new_wave(Chip chip);

// Assembles the lines that were not yet; one call for many lines saves processes.
void prepare(Chip chip, const std::vector<std::string>& lines);

// Executes the instructions one after the other; "" or what failed. Branches move pc and are not followed.
std::string run(Chip chip, const std::vector<std::string>& lines, WaveState& wave);

// Random bits, among which the edges of all types are frequent.
class Values {
 public:
  explicit Values(unsigned seed) : random_(seed) {}
  std::uint64_t operator()(unsigned bits);

 private:
  std::mt19937_64 random_;
};

inline constexpr Chip k_chips[] = {Chip::k_gfx90a,  Chip::k_gfx942,  Chip::k_gfx950, Chip::k_gfx1100,
                                   Chip::k_gfx1150, Chip::k_gfx1200, Chip::k_gfx1201};

}  // namespace clc::emulator::test

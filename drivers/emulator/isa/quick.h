// Execution over whole registers: whether and how is found out once for each instruction.
#pragma once

#include "isa/instruction.h"
#include "isa/wave_state.h"

namespace clc::emulator {

void find_quick(Instruction& instruction);

// Instructions of these kinds, whose registers are allocated. They leave the program counter where it is.
void execute_one(const Quick& quick, const Instruction& instruction, WaveState& wave);
void execute_dual(const Quick& quick, const Instruction& instruction, WaveState& wave);
void execute_translated(const Quick& quick, const Instruction& instruction, WaveState& wave);

// MODE: everything is rounded to nearest, and denormal numbers stay.
inline constexpr std::uint32_t k_mode_real = 0xff, k_mode_usual = 0xf0;

// The quick one of the two ways of execute(), over whole registers, for most instructions. False: nothing was done.
// `quick` is the instruction's, or a copy.
inline bool execute_quickly(const Quick& quick, const Instruction& instruction, WaveState& wave) {
  if (quick.kind == Quick::Kind::k_none || quick.vector_registers > wave.vgpr.size() ||
      quick.accumulation_registers > wave.accvgpr.size() || quick.scalar_registers > wave.sgpr_count ||
      (wave.mode & k_mode_index) != 0 || (quick.is_real && (wave.mode & k_mode_real) != k_mode_usual)) {
    return false;
  }
  if (quick.kind == Quick::Kind::k_vector) {
    execute_one(quick, instruction, wave);
  } else if (quick.kind == Quick::Kind::k_scalar) {
    execute_translated(quick, instruction, wave);
  } else if (quick.kind == Quick::Kind::k_dual) {
    execute_dual(quick, instruction, wave);
  }
  if (quick.moves_pc) wave.pc += quick.bytes;
  return true;
}

}  // namespace clc::emulator

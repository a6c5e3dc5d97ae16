// Operands and calls, for both ways of executing an instruction: over whole registers (wide.cpp) and lane by lane
// (execute.cpp).
#pragma once

#include "isa/instruction.h"
#include "isa/wave_state.h"

namespace clc::emulator {

// The change that the instruction's modifiers make of its source `number`. SDWA's choice of bytes comes before, the
// flush of denormals after it.
Quick::Change change_of(const Instruction& instruction, unsigned number, const Operand& operand);

inline std::uint32_t changed_dword(const Quick::Change& change, std::uint32_t dword) {
  const std::uint32_t placed =
      (dword >> change.low_shift & change.low_mask) | (dword >> change.high_shift << 16U & change.high_mask);
  return (placed & ~change.clear) ^ change.invert;
}

inline std::uint64_t changed_value(const Quick::Change& change, unsigned dwords, std::uint64_t value) {
  const std::uint32_t part[2] = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32U)};
  if (dwords == 1) return changed_dword(change, part[0]);
  const std::uint32_t low = part[change.low_part] ^ change.low_invert;
  const std::uint32_t high = (part[change.high_part] & ~change.clear) ^ change.invert;
  return low | std::uint64_t{high} << 32U;
}

// The bits of a register that a result of 16 bits leaves alone. gfx942 clears the other half, unless op_sel chose the
// high one.
inline std::uint32_t kept_beside_half(Chip chip, bool is_high) {
  if (is_high) return 0xffffU;
  return is_cdna(chip) ? 0U : 0xffff0000U;
}

// The beginning of a call of an instruction for the wave as a whole.
template <class Call>
Call scalar_call(const Quick& quick, const Instruction& instruction, WaveState& wave) {
  Call call;
  call.wave = &wave;
  call.instruction = &instruction;
  call.simm16 = quick.simm16;
  call.simm32 = quick.literal;
  call.ieee = (wave.mode & k_mode_ieee) != 0;
  return call;
}

}  // namespace clc::emulator

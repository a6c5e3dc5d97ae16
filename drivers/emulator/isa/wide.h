// Vector instructions over arrays of registers: the lanes of a register lie side by side, so that the host's vector
// instructions execute eight or so at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/wave_state.h"

// Code for processors of x86-64-v3, where the host is one: `has_wide` asks.
#if defined(__x86_64__)
#define CLC_WIDE __attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt")))
#else
#define CLC_WIDE
#endif

// Before a loop over lanes. Lanes do not touch each other, though a result may lie where an operand did.
#if defined(__clang__)
#define CLC_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#else
#define CLC_EACH_LANE _Pragma("GCC ivdep")
#endif

namespace clc::emulator {

// The number of lanes, as compilers see that it is a multiple of 32: such a loop needs no code for what is left over.
inline std::size_t whole_blocks(unsigned lanes) {
  return lanes & ~std::size_t{31};
}

// The operands of one vector instruction. Of sources and of what the destination was before, `high` is the second
// dword, and zeros where there is none. What it was before is there for instructions that read it.
struct Wide {
  const Quick* quick;
  const WaveState* wave;
  std::uint64_t active;  // lanes that execute
  unsigned lanes;        // of the wave: a multiple of 32
  const std::uint32_t *low0, *low1, *low2, *high0, *high1, *high2, *before_low, *before_high;
  const std::uint32_t* carry;  // of a mask that is read: not 0 where the lane's bit is set
  std::uint32_t *result_low, *result_high;
  std::uint32_t* mask;  // of a mask that is written: all ones where the lane's bit is set
};

template <typename T>
std::uint32_t bit_of_mask(T bit) {
  return bit != 0 ? ~std::uint32_t{0} : 0U;
}

bool has_wide();

}  // namespace clc::emulator

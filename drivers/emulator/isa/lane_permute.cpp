// The lane operations that go through LDS hardware: ds_swizzle, ds_permute, ds_bpermute. The text in AMD's tables is C
// here, and not the pseudo-code of the others; it is followed by hand.
#include "isa/wave_state.h"

namespace clc::emulator {
namespace {

unsigned reversed(unsigned bits) {
  unsigned result = 0;
  for (unsigned i = 0; i < 5; ++i) result |= (bits >> i & 1U) << (4 - i);
  return result;
}

// Which lane `lane` reads from.
unsigned swizzled(unsigned offset, unsigned lane) {
  const unsigned half = lane & 32U, in_half = lane & 31U;
  if (offset >= 0xe000) {  // FFT
    const unsigned mask = offset & 31U;
    return half | (reversed(in_half) >> static_cast<unsigned>(__builtin_popcount(mask))) | (in_half & mask);
  }
  if (offset >= 0xc000) {  // rotation
    const unsigned mask = offset & 31U, count = offset >> 5U & 31U;
    const bool is_down = (offset >> 10U & 1U) != 0;
    const unsigned moved = is_down ? in_half - count : in_half + count;
    return half | (in_half & mask) | (moved & ~mask & 31U);
  }
  if (offset >= 0x8000) return (lane & ~3U) | (offset >> lane % 4 * 2 & 3U);  // in groups of four
  return half | (((in_half & (offset & 31U)) | (offset >> 5U & 31U)) ^ (offset >> 10U & 31U));
}

}  // namespace

PermutedLanes lane_permute(const Instruction& instruction, const WaveState& wave) {
  PermutedLanes result;
  const std::uint64_t exec = wave.exec();
  result.written = exec;
  // gfx1100 permutes within 32 lanes; the others within the wave.
  const unsigned group = is_rdna3(wave.chip) ? 32 : wave.lanes;
  const auto offset = static_cast<std::uint32_t>(instruction.offset);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const bool active = (exec >> lane & 1U) != 0;
    if (instruction.opcode == Opcode::ds_swizzle_b32) {
      const unsigned from = swizzled(offset & 0xffffU, lane);
      const bool readable = from < wave.lanes && (exec >> from & 1U) != 0;
      result.value[lane] = readable ? read_dword(wave, instruction.address, from) : 0;
      continue;
    }
    const unsigned chosen = (read_dword(wave, instruction.address, lane) + offset) / 4;
    const unsigned other = (lane & ~(group - 1)) | (chosen & (group - 1));
    if (instruction.opcode == Opcode::ds_permute_b32) {
      if (active) result.value[other] = read_dword(wave, instruction.data, lane);
    } else {
      const bool readable = (exec >> other & 1U) != 0 || instruction.opcode == Opcode::ds_bpermute_fi_b32;
      result.value[lane] = readable ? read_dword(wave, instruction.data, other) : 0;
    }
  }
  return result;
}

}  // namespace clc::emulator

// Conversions between floats and numbers of eight bits. What is too great becomes infinity or no number, unless MODE's
// FP16_OVFL says that it becomes the greatest number. Stochastic rounding adds the 32 bits of its second source below
// the last place and cuts off.
#include <cmath>

#include "isa/by_hand.h"
#include "isa/float8.h"

namespace clc::emulator::by_hand {
namespace {

using pseudocode::Call;

constexpr std::uint32_t k_mode_overflow = std::uint32_t{1} << 23U;

SmallFloat format_of(const Call& call, bool is_bf8) {
  const bool is_fnuz = facts(call.wave->chip).instructions == Chip::k_gfx942;
  if (is_bf8) return is_fnuz ? SmallFloat::k_bf8_fnuz : SmallFloat::k_bf8;
  return is_fnuz ? SmallFloat::k_fp8_fnuz : SmallFloat::k_fp8;
}

template <class F>
void for_each_active(Call& call, F&& f) {
  if (call.instruction->lanes.kind != LanePermutation::Kind::k_none) {
    call.error = "DPP of a conversion of eight bits";
    return;
  }
  for (std::uint64_t rest = call.active; rest != 0; rest &= rest - 1) f(static_cast<unsigned>(__builtin_ctzll(rest)));
}

float single(const Call& call, unsigned number, unsigned lane) {
  const Operand& operand = call.instruction->source[number];
  auto value = pseudocode::bit_cast<float>(read_dword(*call.wave, operand, lane));
  if (operand.absolute) value = std::fabs(value);
  return operand.negate ? -value : value;
}

// The byte or the word of the source: SDWA says which on CDNA, op_sel on gfx12, whose bits are reversed.
unsigned byte_of(const Call& call) {
  const unsigned select = call.instruction->source[0].select;
  if (is_cdna(call.wave->chip)) return select < 4 ? select : 0;
  return (call.op_sel >> 1U & 1U) | (call.op_sel & 1U) << 1U;
}
unsigned word_of(const Call& call) {
  if (is_cdna(call.wave->chip)) return call.instruction->source[0].select == 5 ? 1 : 0;
  return call.op_sel & 1U;
}

void widen(Call& call, bool is_bf8) {
  const Instruction& i = *call.instruction;
  for_each_active(call, [&](unsigned lane) {
    const std::uint32_t bits = read_dword(*call.wave, i.source[0], lane) >> 8 * byte_of(call) & 0xffU;
    const float value = small_to_float(bits, format_of(call, is_bf8));
    write_dword(*call.wave, i.destination, lane, pseudocode::bit_cast<std::uint32_t>(value));
  });
}

void widen_two(Call& call, bool is_bf8) {
  const Instruction& i = *call.instruction;
  for_each_active(call, [&](unsigned lane) {
    const std::uint32_t bits = read_dword(*call.wave, i.source[0], lane) >> 16 * word_of(call) & 0xffffU;
    for (unsigned part = 0; part < 2; ++part) {
      const float value = small_to_float(bits >> 8 * part & 0xffU, format_of(call, is_bf8));
      write_dword(*call.wave, i.destination, lane, pseudocode::bit_cast<std::uint32_t>(value), part);
    }
  });
}

void put(Call& call, unsigned lane, std::uint32_t value, unsigned bits, unsigned at) {
  const std::uint32_t mask = ((std::uint32_t{1} << bits) - 1) << bits * at;
  const Operand& to = call.instruction->destination;
  write_dword(*call.wave, to, lane, (read_dword(*call.wave, to, lane) & ~mask) | value << bits * at);
}

void narrow_two(Call& call, bool is_bf8) {
  const bool saturates = (call.wave->mode & k_mode_overflow) != 0;
  for_each_active(call, [&](unsigned lane) {
    const std::uint32_t low = float_to_small(single(call, 0, lane), format_of(call, is_bf8), saturates);
    const std::uint32_t high = float_to_small(single(call, 1, lane), format_of(call, is_bf8), saturates);
    put(call, lane, low | high << 8U, 16, call.op_sel >> 3U & 1U);
  });
}

void narrow_by_chance(Call& call, bool is_bf8) {
  const bool saturates = (call.wave->mode & k_mode_overflow) != 0;
  for_each_active(call, [&](unsigned lane) {
    const std::uint32_t noise = read_dword(*call.wave, call.instruction->source[1], lane);
    put(call, lane, float_to_small(single(call, 0, lane), format_of(call, is_bf8), saturates, noise), 8,
        call.op_sel >> 2U & 3U);
  });
}

}  // namespace

void v_cvt_f32_fp8(Call& call) {
  widen(call, false);
}
void v_cvt_f32_bf8(Call& call) {
  widen(call, true);
}
void v_cvt_pk_f32_fp8(Call& call) {
  widen_two(call, false);
}
void v_cvt_pk_f32_bf8(Call& call) {
  widen_two(call, true);
}
void v_cvt_pk_fp8_f32(Call& call) {
  narrow_two(call, false);
}
void v_cvt_pk_bf8_f32(Call& call) {
  narrow_two(call, true);
}
void v_cvt_sr_fp8_f32(Call& call) {
  narrow_by_chance(call, false);
}
void v_cvt_sr_bf8_f32(Call& call) {
  narrow_by_chance(call, true);
}

}  // namespace clc::emulator::by_hand

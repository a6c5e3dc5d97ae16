#include "isa/saturate.h"

#include <algorithm>

namespace clc::emulator {
namespace {

using pseudocode::Call;

enum class Operation : std::uint8_t { k_add, k_subtract, k_subtract_reversed, k_multiply_add };

struct Saturating {
  Opcode opcode;
  Operation operation;
  unsigned bits;
  bool is_signed;
  bool packed;
};

constexpr Saturating k_saturating[] = {
    {Opcode::v_add_u32, Operation::k_add, 32, false, false},
    {Opcode::v_add_nc_u32, Operation::k_add, 32, false, false},
    {Opcode::v_sub_u32, Operation::k_subtract, 32, false, false},
    {Opcode::v_sub_nc_u32, Operation::k_subtract, 32, false, false},
    {Opcode::v_subrev_u32, Operation::k_subtract_reversed, 32, false, false},
    {Opcode::v_subrev_nc_u32, Operation::k_subtract_reversed, 32, false, false},
    {Opcode::v_add_i32, Operation::k_add, 32, true, false},
    {Opcode::v_add_nc_i32, Operation::k_add, 32, true, false},
    {Opcode::v_sub_i32, Operation::k_subtract, 32, true, false},
    {Opcode::v_sub_nc_i32, Operation::k_subtract, 32, true, false},
    {Opcode::v_add_u16, Operation::k_add, 16, false, false},
    {Opcode::v_add_nc_u16, Operation::k_add, 16, false, false},
    {Opcode::v_sub_u16, Operation::k_subtract, 16, false, false},
    {Opcode::v_sub_nc_u16, Operation::k_subtract, 16, false, false},
    {Opcode::v_subrev_u16, Operation::k_subtract_reversed, 16, false, false},
    {Opcode::v_add_i16, Operation::k_add, 16, true, false},
    {Opcode::v_add_nc_i16, Operation::k_add, 16, true, false},
    {Opcode::v_sub_i16, Operation::k_subtract, 16, true, false},
    {Opcode::v_sub_nc_i16, Operation::k_subtract, 16, true, false},
    {Opcode::v_mad_u16, Operation::k_multiply_add, 16, false, false},
    {Opcode::v_mad_i16, Operation::k_multiply_add, 16, true, false},
    {Opcode::v_mad_u32_u24, Operation::k_multiply_add, 24, false, false},
    {Opcode::v_mad_i32_i24, Operation::k_multiply_add, 24, true, false},
    {Opcode::v_pk_add_u16, Operation::k_add, 16, false, true},
    {Opcode::v_pk_sub_u16, Operation::k_subtract, 16, false, true},
    {Opcode::v_pk_add_i16, Operation::k_add, 16, true, true},
    {Opcode::v_pk_sub_i16, Operation::k_subtract, 16, true, true},
    {Opcode::v_pk_mad_u16, Operation::k_multiply_add, 16, false, true},
    {Opcode::v_pk_mad_i16, Operation::k_multiply_add, 16, true, true},
};

std::int64_t number(std::uint64_t value, unsigned bits, bool is_signed) {
  const unsigned unused = 64 - bits;
  if (is_signed) return static_cast<std::int64_t>(value << unused) >> unused;
  return static_cast<std::int64_t>(value << unused >> unused);
}

std::uint64_t saturated(const Saturating& what, std::uint64_t s0, std::uint64_t s1, std::uint64_t s2) {
  const unsigned result_bits = what.bits == 24 ? 32 : what.bits;
  const std::int64_t a = number(s0, what.bits, what.is_signed), b = number(s1, what.bits, what.is_signed);
  const std::int64_t c = number(s2, result_bits, what.is_signed);
  std::int64_t exact = 0;
  switch (what.operation) {
    case Operation::k_add:
      exact = a + b;
      break;
    case Operation::k_subtract:
      exact = a - b;
      break;
    case Operation::k_subtract_reversed:
      exact = b - a;
      break;
    case Operation::k_multiply_add:
      exact = a * b + c;
      break;
  }
  const std::int64_t range = std::int64_t{1} << (what.is_signed ? result_bits - 1 : result_bits);
  const std::int64_t clamped = std::clamp(exact, what.is_signed ? -range : 0, range - 1);
  return static_cast<std::uint64_t>(clamped) & ((std::uint64_t{1} << result_bits) - 1);
}

}  // namespace

bool saturate(Opcode opcode, Call& call) {
  const auto* what = std::find_if(std::begin(k_saturating), std::end(k_saturating),
                                  [&](const Saturating& entry) { return entry.opcode == opcode; });
  if (what == std::end(k_saturating)) return false;
  for (std::uint64_t rest = call.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctzll(rest));
    const std::uint64_t s0 = call.source[0][lane], s1 = call.source[1][lane], s2 = call.source[2][lane];
    std::uint64_t result = saturated(*what, s0, s1, s2);
    if (what->packed) result |= saturated(*what, s0 >> 16U, s1 >> 16U, s2 >> 16U) << 16U;
    call.destination[lane] = result;
  }
  return true;
}

}  // namespace clc::emulator

#include "isa/by_hand.h"

#include <algorithm>

namespace clc::emulator::by_hand {
namespace {

using pseudocode::Call;

// The first active lane, or lane 0 where none is.
unsigned first_active(const WaveState& wave) {
  return wave.exec() == 0 ? 0 : static_cast<unsigned>(__builtin_ctzll(wave.exec()));
}

bool is_active(const WaveState& wave, unsigned lane) {
  return (wave.exec() >> lane & 1U) != 0;
}

// A lane number, of which the bits beyond the wave are ignored.
unsigned lane_number(const Call& call, unsigned source) {
  return read_dword(*call.wave, call.instruction->source[source], 0) & (call.wave->lanes - 1);
}

Lanes values_of(const Call& call, const Operand& operand) {
  Lanes result{};
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) result[lane] = read_dword(*call.wave, operand, lane);
  return result;
}

void write_all(Call& call, const Lanes& values) {
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if (is_active(*call.wave, lane)) write_dword(*call.wave, call.instruction->destination, lane, values[lane]);
  }
}

// Each lane of a row of 16 reads from the lane of its own row or of the other one of a pair that `selector` names.
// Inactive lanes are read as op_sel says: bit 0 fetches them, else bit 1 makes them 0, else nothing is written.
template <typename Selector>
void permute_rows(Call& call, bool other_row, Selector selector) {
  const Lanes before = values_of(call, call.instruction->source[0]);
  const bool fetch = (call.op_sel & 1U) != 0, zero = (call.op_sel & 2U) != 0;
  const std::uint64_t exec = call.wave->exec();
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if ((exec >> lane & 1U) == 0) continue;
    const unsigned row = other_row ? lane / 16 ^ 1U : lane / 16;
    const unsigned from = row * 16 + (selector(lane) & 15U);
    const bool readable = fetch || (exec >> from & 1U) != 0;
    if (!readable && !zero) continue;
    write_dword(*call.wave, call.instruction->destination, lane, readable ? before[from] : 0);
  }
}

// Sixteen selectors of four bits in two scalars.
void permute_by_scalars(Call& call, bool other_row) {
  const std::uint64_t selectors = read_dword(*call.wave, call.instruction->source[1], 0) |
                                  std::uint64_t{read_dword(*call.wave, call.instruction->source[2], 0)} << 32U;
  permute_rows(call, other_row, [&](unsigned lane) { return static_cast<unsigned>(selectors >> lane % 16 * 4); });
}

void permute_by_lanes(Call& call, bool other_row) {
  const Lanes selectors = values_of(call, call.instruction->source[1]);
  permute_rows(call, other_row, [&](unsigned lane) { return selectors[lane]; });
}

// An operand some registers further. One beyond all registers stays beyond them.
Operand moved(Operand operand, std::uint32_t registers) {
  operand.index = static_cast<std::uint16_t>(std::min(operand.index + registers, std::uint32_t{0xffff}));
  return operand;
}

bool is_allocated(const Call& call, const Operand& operand) {
  if (operand.kind != OperandKind::k_vgpr && operand.kind != OperandKind::k_sgpr) return true;
  const WaveState& wave = *call.wave;
  const std::size_t count = operand.kind == OperandKind::k_vgpr ? wave.vgpr.size() : wave.sgpr.size();
  return operand.index + operand.dwords <= count;
}

void move(Call& call, const Operand& to, const Operand& from) {
  if (!is_allocated(call, to) || !is_allocated(call, from)) {
    call.leaves_registers = true;
    return;
  }
  const bool scalar = to.kind == OperandKind::k_sgpr;
  for (unsigned lane = 0; lane < (scalar ? 1U : call.wave->lanes); ++lane) {
    if (!scalar && !is_active(*call.wave, lane)) continue;
    std::uint32_t parts[2] = {};
    for (unsigned part = 0; part < to.dwords; ++part) parts[part] = read_dword(*call.wave, from, lane, part);
    for (unsigned part = 0; part < to.dwords; ++part) write_dword(*call.wave, to, lane, parts[part], part);
  }
}

std::uint32_t m0(const Call& call) {
  return call.wave->sgpr[k_m0];
}

void move_from_relative(Call& call) {
  move(call, call.instruction->destination, moved(call.instruction->source[0], m0(call)));
}

void move_to_relative(Call& call) {
  move(call, moved(call.instruction->destination, m0(call)), call.instruction->source[0]);
}

// gfx950: the odd rows (of 16 or 32 lanes) of the destination and the even ones of the source change places.
void swap_halves(Call& call, unsigned row) {
  WaveState& wave = *call.wave;
  const Operand &to = call.instruction->destination, &from = call.instruction->source[0];
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if ((lane & row) != 0) continue;
    const std::uint32_t low = read_dword(wave, from, lane), high = read_dword(wave, to, lane + row);
    if (is_active(wave, lane)) write_dword(wave, from, lane, high);
    if (is_active(wave, lane + row)) write_dword(wave, to, lane + row, low);
  }
}

void swap(Call& call, unsigned bits, const Operand& a, const Operand& b) {
  if (!is_allocated(call, a) || !is_allocated(call, b)) {
    call.leaves_registers = true;
    return;
  }
  const std::uint32_t mask = bits == 32 ? 0xffffffffU : 0xffffU;
  const unsigned shift_a = a.high ? 16 : 0, shift_b = b.high ? 16 : 0;
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if (!is_active(*call.wave, lane)) continue;
    std::uint32_t& first = call.wave->vgpr[a.index][lane];
    std::uint32_t& second = call.wave->vgpr[b.index][lane];
    const std::uint32_t old_first = first >> shift_a & mask, old_second = second >> shift_b & mask;
    first = (first & ~(mask << shift_a)) | old_second << shift_a;
    second = (second & ~(mask << shift_b)) | old_first << shift_b;
  }
}

// fma of floats and halves: op_sel_hi says which sources are halves, op_sel which half; neg_hi is the absolute value.
float mixed(const Call& call, unsigned lane) {
  float values[3] = {};
  for (unsigned i = 0; i < 3; ++i) {
    const std::uint32_t dword = read_dword(*call.wave, call.instruction->source[i], lane);
    const bool half = (call.op_sel_hi >> i & 1U) != 0, high = (call.op_sel >> i & 1U) != 0;
    float value = half ? F16{static_cast<std::uint16_t>(high ? dword >> 16U : dword)}.to_float()
                       : pseudocode::bit_cast<float>(dword);
    if ((call.instruction->neg_hi >> i & 1U) != 0) value = std::fabs(value);
    if ((call.instruction->neg >> i & 1U) != 0) value = -value;
    values[i] = value;
  }
  const float result = std::fma(values[0], values[1], values[2]);
  return call.instruction->clamp ? std::fmin(std::fmax(result, 0.0F), 1.0F) : result;
}

void mix_to_half(Call& call, bool high) {
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if (!is_active(*call.wave, lane)) continue;
    const Operand& destination = call.instruction->destination;
    const std::uint32_t before = read_dword(*call.wave, destination, lane);
    const std::uint32_t half = F16::from(mixed(call, lane)).bits;
    write_dword(*call.wave, destination, lane, high ? (before & 0xffffU) | half << 16U : (before & 0xffff0000U) | half);
  }
}

void copy(Call& call) {
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if (!is_active(*call.wave, lane)) continue;
    write_dword(*call.wave, call.instruction->destination, lane,
                read_dword(*call.wave, call.instruction->source[0], lane));
  }
}

// gfx950: any function of three bits. Its table of eight is in the bits of the modifiers that other instructions have.
void combine_bits(Call& call, unsigned bits) {
  const Instruction& i = *call.instruction;
  const unsigned table = unsigned{i.output_modifier} << 6U | unsigned{i.abs} << 3U | i.neg;
  const std::uint32_t mask = bits == 32 ? 0xffffffffU : 0xffffU;
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if (!is_active(*call.wave, lane)) continue;
    std::uint32_t values[3] = {};
    for (unsigned s = 0; s < 3; ++s) {
      values[s] = read_dword(*call.wave, i.source[s], lane) >> (bits == 16 && i.source[s].high ? 16U : 0U);
    }
    std::uint32_t result = 0;
    for (unsigned row = 0; row < 8; ++row) {
      if ((table >> row & 1U) == 0) continue;
      result |= ((row & 4U) != 0 ? values[0] : ~values[0]) & ((row & 2U) != 0 ? values[1] : ~values[1]) &
                ((row & 1U) != 0 ? values[2] : ~values[2]);
    }
    result &= mask;
    // The low half clears the other one, as all of gfx950's do.
    if (bits == 16 && i.destination.high)
      result = result << 16U | (read_dword(*call.wave, i.destination, lane) & 0xffffU);
    write_dword(*call.wave, i.destination, lane, result);
  }
}

}  // namespace

void v_readfirstlane_b32(Call& call) {
  const Instruction& i = *call.instruction;
  write_dword(*call.wave, i.destination, 0, read_dword(*call.wave, i.source[0], first_active(*call.wave)));
}
void v_readlane_b32(Call& call) {
  const Instruction& i = *call.instruction;
  write_dword(*call.wave, i.destination, 0, read_dword(*call.wave, i.source[0], lane_number(call, 1)));
}
void v_writelane_b32(Call& call) {
  const Instruction& i = *call.instruction;
  write_dword(*call.wave, i.destination, lane_number(call, 1), read_dword(*call.wave, i.source[0], 0));
}

void v_permlane16_b32(Call& call) {
  permute_by_scalars(call, false);
}
void v_permlanex16_b32(Call& call) {
  permute_by_scalars(call, true);
}
void v_permlane16_var_b32(Call& call) {
  permute_by_lanes(call, false);
}
void v_permlanex16_var_b32(Call& call) {
  permute_by_lanes(call, true);
}

void v_permlane64_b32(Call& call) {
  if (call.wave->lanes == 32) return;
  const Lanes before = values_of(call, call.instruction->source[0]);
  Lanes after{};
  for (unsigned lane = 0; lane < 64; ++lane) after[lane] = before[lane ^ 32U];
  write_all(call, after);
}

void v_permlane16_swap_b32(Call& call) {
  swap_halves(call, 16);
}
void v_permlane32_swap_b32(Call& call) {
  swap_halves(call, 32);
}

void v_swaprel_b32(Call& call) {
  const std::uint32_t m0 = call.wave->sgpr[k_m0];
  swap(call, 32, moved(call.instruction->destination, m0 >> 16U & 0x3ffU),
       moved(call.instruction->source[0], m0 & 0x3ffU));
}
void v_bitop3_b32(Call& call) {
  combine_bits(call, 32);
}
void v_bitop3_b16(Call& call) {
  combine_bits(call, 16);
}
void v_swap_b32(Call& call) {
  swap(call, 32, call.instruction->destination, call.instruction->source[0]);
}
void v_swap_b16(Call& call) {
  swap(call, 16, call.instruction->destination, call.instruction->source[0]);
}

void v_movreld_b32(Call& call) {
  move_to_relative(call);
}
void v_movrels_b32(Call& call) {
  move_from_relative(call);
}
void v_movrelsd_b32(Call& call) {
  move(call, moved(call.instruction->destination, m0(call)), moved(call.instruction->source[0], m0(call)));
}
void s_movreld_b32(Call& call) {
  move_to_relative(call);
}
void s_movreld_b64(Call& call) {
  move_to_relative(call);
}
void s_movrels_b32(Call& call) {
  move_from_relative(call);
}
void s_movrels_b64(Call& call) {
  move_from_relative(call);
}

void v_accvgpr_read_b32(Call& call) {
  copy(call);
}
void v_accvgpr_write_b32(Call& call) {
  copy(call);
}
void v_accvgpr_mov_b32(Call& call) {
  copy(call);
}

void s_set_gpr_idx_on(Call& call) {
  const Instruction& i = *call.instruction;
  call.wave->mode |= k_mode_index;
  std::uint32_t& m0 = call.wave->sgpr[k_m0];
  m0 = (m0 & ~0xf0ffU) | (read_dword(*call.wave, i.source[0], 0) & 0xffU) | (i.source[1].index & 0xfU) << 12U;
}
void s_set_gpr_idx_off(Call& call) {
  call.wave->mode &= ~k_mode_index;
}
void s_set_gpr_idx_idx(Call& call) {
  std::uint32_t& m0 = call.wave->sgpr[k_m0];
  m0 = (m0 & ~0xffU) | (read_dword(*call.wave, call.instruction->source[0], 0) & 0xffU);
}
void s_set_gpr_idx_mode(Call& call) {
  std::uint32_t& m0 = call.wave->sgpr[k_m0];
  m0 = (m0 & ~0xf000U) | (call.instruction->simm16 & 0xfU) << 12U;
}

void s_round_mode(Call& call) {
  call.wave->mode = (call.wave->mode & ~0xfU) | (call.instruction->simm16 & 0xfU);
}
void s_denorm_mode(Call& call) {
  call.wave->mode = (call.wave->mode & ~0xf0U) | (call.instruction->simm16 & 0xfU) << 4U;
}

void v_fma_mix_f32(Call& call) {
  for (unsigned lane = 0; lane < call.wave->lanes; ++lane) {
    if (!is_active(*call.wave, lane)) continue;
    write_dword(*call.wave, call.instruction->destination, lane,
                pseudocode::bit_cast<std::uint32_t>(mixed(call, lane)));
  }
}
void v_fma_mixlo_f16(Call& call) {
  mix_to_half(call, false);
}
void v_fma_mixhi_f16(Call& call) {
  mix_to_half(call, true);
}

}  // namespace clc::emulator::by_hand

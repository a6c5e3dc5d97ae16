#include "isa/wide.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "isa/execute_table.h"
#include "isa/quick.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace clc::emulator {
namespace {

using pseudocode::Executed;
using pseudocode::ScalarCall;
using Change = Quick::Change;

constexpr std::uint32_t k_ieee_bit = 0x200, k_index_bit = std::uint32_t{1} << 27U;
// MODE: everything is rounded to nearest, and denormal numbers stay.
constexpr std::uint32_t k_mode_real = 0xff, k_mode_usual = 0xf0;
constexpr unsigned k_block = 32;  // lanes whose bits fit into a dword

// One register's lanes.
struct alignas(64) Row {
  std::uint32_t lane[k_max_lanes];
};

constexpr Row k_zeros{};

// What one instruction, or one half of a dual one, works with.
struct Workspace {
  Row changed[3][2];
  Row before, carry;
  Row result[2], mask;
};

CLC_WIDE inline void fill(Row& row, std::uint32_t value, unsigned lanes) {
  for (unsigned block = 0; block < lanes; block += k_block) {
    for (unsigned lane = block; lane < block + k_block; ++lane) row.lane[lane] = value;
  }
}

// The bits of a mask, each as a dword of zeros or ones.
CLC_WIDE inline void expand(std::uint64_t bits, Row& row, unsigned lanes) {
  for (unsigned block = 0; block < lanes; block += k_block) {
    const auto part = static_cast<std::uint32_t>(bits >> block);
    for (unsigned lane = 0; lane < k_block; ++lane) row.lane[block + lane] = 0U - (part >> lane & 1U);
  }
}

CLC_WIDE inline std::uint64_t collect(const Row& row, unsigned lanes) {
  std::uint64_t bits = 0;
#if defined(__x86_64__)
  for (unsigned lane = 0; lane < lanes; lane += 8) {
    const __m256 dwords = _mm256_load_ps(reinterpret_cast<const float*>(row.lane + lane));
    bits |= std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_ps(dwords))} << lane;
  }
#else
  for (unsigned lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{row.lane[lane] & 1U} << lane;
#endif
  return bits;
}

CLC_WIDE inline std::uint32_t changed_dword(const Change& change, std::uint32_t dword) {
  const std::uint32_t placed =
      (dword >> change.low_shift & change.low_mask) | (dword >> change.high_shift << 16U & change.high_mask);
  return (placed & ~change.clear) ^ change.invert;
}

CLC_WIDE inline void change_rows(const Change& change, const std::uint32_t* __restrict from, std::uint32_t* __restrict to,
                                 unsigned lanes) {
  const Change c = change;
  for (unsigned block = 0; block < lanes; block += k_block) {
    for (unsigned lane = block; lane < block + k_block; ++lane) to[lane] = changed_dword(c, from[lane]);
  }
}

CLC_WIDE inline void mask_rows(std::uint32_t clear, std::uint32_t invert, const std::uint32_t* __restrict from,
                               std::uint32_t* __restrict to, unsigned lanes) {
  for (unsigned block = 0; block < lanes; block += k_block) {
    for (unsigned lane = block; lane < block + k_block; ++lane) to[lane] = (from[lane] & ~clear) ^ invert;
  }
}

// Copies the lanes that are on.
CLC_WIDE inline void put(std::uint32_t* __restrict to, const std::uint32_t* __restrict from, std::uint64_t active,
                         unsigned lanes) {
  for (unsigned block = 0; block < lanes; block += k_block) {
    const auto bits = static_cast<std::uint32_t>(active >> block);
    if (bits == ~std::uint32_t{0}) {
      std::memcpy(to + block, from + block, k_block * sizeof *to);
      continue;
    }
    for (unsigned lane = 0; lane < k_block; ++lane) {
      const std::uint32_t on = 0U - (bits >> lane & 1U);
      to[block + lane] = (to[block + lane] & ~on) | (from[block + lane] & on);
    }
  }
}

const std::vector<Lanes>& file_of(const WaveState& wave, OperandKind kind) {
  return kind == OperandKind::k_vgpr ? wave.vgpr : wave.accvgpr;
}

struct Pointers {
  const std::uint32_t* low = nullptr;
  const std::uint32_t* high = k_zeros.lane;
};

CLC_WIDE inline Pointers vector_source(const WaveState& wave, const Operand& operand, const Quick::Source& source,
                                       Row* rows) {
  const std::uint32_t* part[2] = {file_of(wave, operand.kind)[operand.index].data(), k_zeros.lane};
  if (operand.dwords > 1) part[1] = file_of(wave, operand.kind)[operand.index + 1U].data();
  if (!source.is_changed) return {part[0], part[1]};
  const Change& change = source.change;
  if (operand.dwords == 1) {
    change_rows(change, part[0], rows[0].lane, wave.lanes);
    return {rows[0].lane};
  }
  Pointers result{part[change.low_part], part[change.high_part]};
  if (change.low_invert != 0) {
    mask_rows(0, change.low_invert, result.low, rows[0].lane, wave.lanes);
    result.low = rows[0].lane;
  }
  if ((change.clear | change.invert) != 0) {
    mask_rows(change.clear, change.invert, result.high, rows[1].lane, wave.lanes);
    result.high = rows[1].lane;
  }
  return result;
}

CLC_WIDE inline Pointers scalar_source(const WaveState& wave, const Operand& operand, const Quick::Source& source,
                                       Row* rows) {
  std::uint32_t part[2] = {};
  if (operand.kind == OperandKind::k_sgpr) {
    part[0] = wave.sgpr[operand.index];
    if (operand.dwords > 1) part[1] = wave.sgpr[operand.index + 1U];
  } else if (operand.kind == OperandKind::k_constant) {
    part[0] = static_cast<std::uint32_t>(operand.constant);
    if (operand.dwords > 1) part[1] = static_cast<std::uint32_t>(operand.constant >> 32U);
  } else {
    const std::uint64_t value = read_source(wave, operand, 0);
    part[0] = static_cast<std::uint32_t>(value);
    part[1] = static_cast<std::uint32_t>(value >> 32U);
  }
  if (source.is_changed) {
    const Change& change = source.change;
    if (operand.dwords == 1) {
      part[0] = changed_dword(change, part[0]);
    } else {
      const std::uint32_t low = part[change.low_part] ^ change.low_invert;
      part[1] = (part[change.high_part] & ~change.clear) ^ change.invert;
      part[0] = low;
    }
  }
  fill(rows[0], part[0], wave.lanes);
  if (operand.dwords == 1) return {rows[0].lane};
  fill(rows[1], part[1], wave.lanes);
  return {rows[0].lane, rows[1].lane};
}

// The operands of one instruction, or of one half of a dual one.
struct Operands {
  const Executed& executed;
  const Operand* source;
  const Quick::Source* ways;
  const Operand& destination;
  const Operand* mask;
};

CLC_WIDE inline void set_before(const WaveState& wave, const Operand& destination, Workspace& space, Wide& wide) {
  wide.before_low = wide.before_high = k_zeros.lane;
  if (destination.kind != OperandKind::k_vgpr) return;
  wide.before_low = wave.vgpr[destination.index].data();
  if (destination.dwords > 1) wide.before_high = wave.vgpr[destination.index + 1U].data();
  if (destination.bits != 16) return;
  Change half;
  half.low_shift = destination.high ? 16 : 0;
  half.low_mask = 0xffff;
  change_rows(half, wide.before_low, space.before.lane, wave.lanes);
  wide.before_low = space.before.lane;
}

CLC_WIDE inline void compute(const Instruction& instruction, WaveState& wave, const Operands& operands, Workspace& space,
                             std::uint32_t* low, std::uint32_t* high) {
  Wide wide;
  wide.wave = &wave;
  wide.active = wave.exec();
  wide.lanes = wave.lanes;
  Pointers sources[3];
  bool has_mask = false;
  for (unsigned i = 0; i < 3; ++i) {
    const Operand& operand = operands.source[i];
    if (operand.kind == OperandKind::k_none) {
      sources[i].low = k_zeros.lane;
    } else if (operand.mask) {
      expand(read_source(wave, operand, 0), space.carry, wave.lanes);
      has_mask = true;
    } else if (operand.kind == OperandKind::k_vgpr || operand.kind == OperandKind::k_accvgpr) {
      sources[i] = vector_source(wave, operand, operands.ways[i], space.changed[i]);
    } else {
      sources[i] = scalar_source(wave, operand, operands.ways[i], space.changed[i]);
    }
  }
  if (!has_mask && operands.executed.reads_carry) expand(wave.vcc(), space.carry, wave.lanes);
  wide.low0 = sources[0].low;
  wide.low1 = sources[1].low;
  wide.low2 = sources[2].low;
  wide.high0 = sources[0].high;
  wide.high1 = sources[1].high;
  wide.high2 = sources[2].high;
  if (operands.executed.reads_destination) set_before(wave, operands.destination, space, wide);
  wide.carry = space.carry.lane;
  wide.result_low = low;
  wide.result_high = high;
  wide.mask = space.mask.lane;
  wide.simm16 = wide.simm32 = instruction.literal;
  wide.op_sel = instruction.op_sel;
  wide.op_sel_hi = instruction.op_sel_hi;
  wide.neg = instruction.neg;
  wide.ieee = (wave.mode & k_ieee_bit) != 0;
  operands.executed.wide(wide);
}

CLC_WIDE inline void put_mask(WaveState& wave, const Operand& operand, std::uint64_t bits) {
  if (operand.kind != OperandKind::k_sgpr) return;
  wave.sgpr[operand.index] = static_cast<std::uint32_t>(bits);
  if (wave.lanes == 64) wave.sgpr[operand.index + 1U] = static_cast<std::uint32_t>(bits >> 32U);
}

// gfx942 clears the other half of a register, unless op_sel chose the high one; the others leave it alone.
CLC_WIDE inline void put_half(WaveState& wave, const Operand& destination, Row& row, std::uint64_t active) {
  std::uint32_t* to = wave.vgpr[destination.index].data();
  const bool keeps = !is_cdna(wave.chip) || destination.high;
  const std::uint32_t kept = keeps ? (destination.high ? 0xffffU : 0xffff0000U) : 0U;
  const unsigned shift = destination.high ? 16 : 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    row.lane[lane] = (row.lane[lane] & 0xffffU) << shift | (to[lane] & kept);
  }
  put(to, row.lane, active, wave.lanes);
}

CLC_WIDE inline void put_result(const Instruction& instruction, WaveState& wave, const Operands& operands, Workspace& space,
                                std::uint64_t active) {
  const Operand& destination = operands.destination;
  if (destination.mask || operands.mask != nullptr) {
    const std::uint64_t bits = collect(space.mask, wave.lanes) & active;
    if (destination.mask) {
      put_mask(wave, destination, bits);
      if (instruction.quick.writes_exec) wave.set_exec(bits);
      return;
    }
    put_mask(wave, *operands.mask, bits);
  }
  if (destination.bits == 16) return put_half(wave, destination, space.result[0], active);
  put(wave.vgpr[destination.index].data(), space.result[0].lane, active, wave.lanes);
  if (destination.dwords > 1) put(wave.vgpr[destination.index + 1U].data(), space.result[1].lane, active, wave.lanes);
}

CLC_WIDE bool execute_one(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  Workspace space;
  const Operands operands{pseudocode::k_executed[instruction.execute_index], instruction.source, quick.source[0],
                          instruction.destination,
                          instruction.destination2.kind == OperandKind::k_none ? nullptr : &instruction.destination2};
  const std::uint64_t active = wave.exec();
  const Operand& destination = instruction.destination;
  const bool is_whole = active == (wave.lanes == 64 ? ~std::uint64_t{0} : 0xffffffffU);
  if (is_whole && !destination.mask && !quick.overlaps && operands.mask == nullptr && destination.bits != 16) {
    std::uint32_t* low = wave.vgpr[destination.index].data();
    compute(instruction, wave, operands, space, low, destination.dwords > 1 ? low + k_max_lanes : space.result[1].lane);
  } else {
    compute(instruction, wave, operands, space, space.result[0].lane, space.result[1].lane);
    put_result(instruction, wave, operands, space, active);
  }
  wave.pc += instruction.bytes;
  return true;
}

CLC_WIDE bool execute_dual(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  const std::uint64_t active = wave.exec();
  Workspace space[2];
  const Operands operands[2] = {{pseudocode::k_executed[instruction.execute_index], instruction.source, quick.source[0],
                                 instruction.destination, nullptr},
                                {pseudocode::k_executed[instruction.execute_index2], instruction.source2,
                                 quick.source[1], instruction.destination2, nullptr}};
  for (unsigned i = 0; i < 2; ++i) {
    compute(instruction, wave, operands[i], space[i], space[i].result[0].lane, space[i].result[1].lane);
  }
  for (unsigned i = 0; i < 2; ++i) put_result(instruction, wave, operands[i], space[i], active);
  wave.pc += instruction.bytes;
  return true;
}

inline std::uint64_t scalar_value(const WaveState& wave, const Operand& operand) {
  if (operand.kind == OperandKind::k_sgpr && !operand.mask) {
    const std::uint64_t low = wave.sgpr[operand.index];
    return operand.dwords > 1 ? low | std::uint64_t{wave.sgpr[operand.index + 1U]} << 32U : low;
  }
  if (operand.kind == OperandKind::k_constant) {
    return operand.dwords > 1 ? operand.constant : static_cast<std::uint32_t>(operand.constant);
  }
  return operand.kind == OperandKind::k_none ? 0 : read_source(wave, operand, 0);
}

bool execute_translated(const Instruction& instruction, WaveState& wave) {
  const Executed& executed = pseudocode::k_executed[instruction.execute_index];
  ScalarCall call;
  call.wave = &wave;
  call.instruction = &instruction;
  call.simm16 = instruction.simm16;
  call.simm32 = instruction.literal;
  call.ieee = (wave.mode & k_ieee_bit) != 0;
  for (unsigned i = 0; i < 3; ++i) call.source[i][0] = scalar_value(wave, instruction.source[i]);
  if (instruction.format == Format::k_sopk) {
    const bool compares = instruction.source[0].kind != OperandKind::k_none;
    call.source[compares ? 1 : 0][0] = instruction.simm16;
  }
  const Operand& destination = instruction.destination;
  const bool writes = destination.kind == OperandKind::k_sgpr;
  call.destination[0] = writes ? scalar_value(wave, destination) : 0;
  executed.scalar(call);
  if (writes) {
    wave.sgpr[destination.index] = static_cast<std::uint32_t>(call.destination[0]);
    if (destination.dwords > 1) {
      wave.sgpr[destination.index + 1U] = static_cast<std::uint32_t>(call.destination[0] >> 32U);
    }
  }
  if (instruction.work != Work::k_branch || instruction.opcode == Opcode::s_getpc_b64) wave.pc += instruction.bytes;
  return true;
}

bool find_has_wide() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#else
  return true;
#endif
}

// What is found when an instruction is decoded.

constexpr std::uint32_t k_sign = 0x80000000U, k_half_sign = 0x8000U, k_half = 0xffffU;

// Of a pair of halves, or of singles: which of both each result takes, and its sign.
std::optional<Change> packed_change(const Instruction& instruction, unsigned number, const Operand& operand) {
  Change change;
  if (instruction.format != Format::k_vop3p) return change;
  const bool low = (instruction.op_sel >> number & 1U) != 0, high = (instruction.op_sel_hi >> number & 1U) != 0;
  const bool negates_low = operand.real && (instruction.neg >> number & 1U) != 0,
             negates_high = operand.real && (instruction.neg_hi >> number & 1U) != 0;
  if (operand.bits == 32) {
    if (low || !high) {
      change.low_mask = k_half;
      change.high_mask = ~k_half;
      change.low_shift = low ? 16 : 0;
      change.high_shift = high ? 16 : 0;
    }
    change.invert = (negates_low ? k_half_sign : 0) | (negates_high ? k_sign : 0);
    return change;
  }
  if (operand.bits != 64) return {};
  change.low_part = low ? 1 : 0;
  change.high_part = high ? 1 : 0;
  change.low_invert = negates_low ? k_sign : 0;
  change.invert = negates_high ? k_sign : 0;
  return change;
}

// Nothing where the operand needs more than a change of bits.
std::optional<Change> change_of(const Instruction& instruction, unsigned number, const Operand& operand) {
  if (operand.dwords > 2 || operand.select != 6) return {};
  if (operand.packed) return packed_change(instruction, number, operand);
  Change change;
  const bool is_packed_format = instruction.format == Format::k_vop3p && operand.real;
  const bool clears = operand.absolute || (is_packed_format && (instruction.neg_hi >> number & 1U) != 0);
  const bool inverts = operand.negate || (is_packed_format && (instruction.neg >> number & 1U) != 0);
  const bool is_high = operand.high && operand.kind != OperandKind::k_constant;
  switch (operand.bits) {
    case 16:
      change.low_mask = k_half;
      change.low_shift = is_high ? 16 : 0;
      change.clear = clears ? k_half_sign : 0;
      change.invert = inverts ? k_half_sign : 0;
      return change;
    case 32:
    case 64:
      if (is_high) return {};
      change.clear = clears ? k_sign : 0;
      change.invert = inverts ? k_sign : 0;
      return change;
    default:
      if (is_high || clears || inverts || operand.dwords > 2) return {};
      return change;
  }
}

bool count_registers(const Operand& operand, Quick& quick) {
  const auto needs = static_cast<std::uint16_t>(operand.index + operand.dwords);
  const auto take = [&](std::uint16_t& count) { count = std::max(count, needs); };
  switch (operand.kind) {
    case OperandKind::k_vgpr:
      take(quick.vector_registers);
      return true;
    case OperandKind::k_accvgpr:
      take(quick.accumulation_registers);
      return true;
    case OperandKind::k_sgpr:
      if (operand.index < k_vcc_lo) take(quick.scalar_registers);
      return operand.index + std::max<unsigned>(operand.dwords, operand.mask ? 2 : 1) <= k_exec_hi + 1;
    default:
      return true;
  }
}

bool has_reals(const Operand& operand) {
  return operand.real || operand.bfloat || operand.packed;
}

bool is_quick_destination(const Operand& operand) {
  if (operand.mask) return true;
  return operand.kind == OperandKind::k_vgpr && operand.dwords <= 2;
}

bool find_half(const Instruction& instruction, std::uint16_t execute_index, const Operand* source,
               const Operand& destination, Quick::Source* ways, Quick& quick) {
  if (pseudocode::k_executed[execute_index].wide == nullptr || !is_quick_destination(destination)) return false;
  for (unsigned i = 0; i < 3; ++i) {
    if (!count_registers(source[i], quick)) return false;
    if (source[i].kind == OperandKind::k_none || source[i].mask) continue;
    const auto change = change_of(instruction, i, source[i]);
    if (!change) return false;
    ways[i] = {!(*change == Change{}), *change};
    quick.is_real = quick.is_real || has_reals(source[i]);
    const bool is_vector = source[i].kind == OperandKind::k_vgpr;
    quick.overlaps = quick.overlaps || (is_vector && source[i].index < destination.index + destination.dwords &&
                                        destination.index < source[i].index + source[i].dwords);
  }
  quick.is_real = quick.is_real || has_reals(destination);
  quick.overlaps = quick.overlaps || pseudocode::k_executed[execute_index].reads_destination;
  return count_registers(destination, quick);
}

bool find_vector(const Instruction& instruction, Quick& quick) {
  const bool is_dual = instruction.format == Format::k_vopd;
  if (instruction.sdwa || instruction.lanes.kind != LanePermutation::Kind::k_none || instruction.clamp ||
      instruction.output_modifier != 0) {
    return false;
  }
  if (!find_half(instruction, instruction.execute_index, instruction.source, instruction.destination, quick.source[0],
                 quick)) {
    return false;
  }
  const Operand& second = instruction.destination2;
  quick.kind = is_dual ? Quick::Kind::k_dual : Quick::Kind::k_vector;
  quick.writes_exec = is_cdna(instruction.chip) && name(instruction).starts_with("v_cmpx");
  if (is_dual) {
    return find_half(instruction, instruction.execute_index2, instruction.source2, second, quick.source[1], quick);
  }
  return (second.kind == OperandKind::k_none || second.mask) && count_registers(second, quick);
}

bool find_scalar(const Instruction& instruction, Quick& quick) {
  if (pseudocode::k_executed[instruction.execute_index].scalar == nullptr) return false;
  quick.kind = Quick::Kind::k_scalar;
  for (const Operand& operand : instruction.source) {
    if (!count_registers(operand, quick) || operand.dwords > 2) return false;
    quick.is_real = quick.is_real || has_reals(operand);
  }
  quick.is_real = quick.is_real || has_reals(instruction.destination);
  return count_registers(instruction.destination, quick) && instruction.destination.dwords <= 2;
}

}  // namespace

bool has_wide() {
  static const bool result = find_has_wide();
  return result;
}

void find_quick(Instruction& instruction) {
  Quick quick;
  bool found = false;
  if (instruction.work == Work::k_vector) {
    found = has_wide() && find_vector(instruction, quick);
  } else if (instruction.work == Work::k_scalar || instruction.work == Work::k_branch) {
    found = find_scalar(instruction, quick);
  }
  instruction.quick = found ? quick : Quick{};
}

bool execute_quickly(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  if (quick.kind == Quick::Kind::k_none || quick.vector_registers > wave.vgpr.size() ||
      quick.accumulation_registers > wave.accvgpr.size() || quick.scalar_registers > wave.sgpr_count ||
      (wave.mode & k_index_bit) != 0 || (quick.is_real && (wave.mode & k_mode_real) != k_mode_usual)) {
    return false;
  }
  switch (quick.kind) {
    case Quick::Kind::k_vector:
      return execute_one(instruction, wave);
    case Quick::Kind::k_dual:
      return execute_dual(instruction, wave);
    default:
      return execute_translated(instruction, wave);
  }
}

}  // namespace clc::emulator

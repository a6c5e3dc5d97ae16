#include "isa/wide.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>

#include "isa/execute_table.h"
#include "isa/operands.h"
#include "isa/quick.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace clc::emulator {
namespace {

using pseudocode::Executed;
using pseudocode::ScalarCall;
using Change = Quick::Change;

// MODE: everything is rounded to nearest, and denormal numbers stay.
constexpr std::uint32_t k_mode_real = 0xff, k_mode_usual = 0xf0;
constexpr unsigned k_block = 32;  // lanes whose bits fit into a dword

// One register's lanes.
struct alignas(64) Row {
  std::uint32_t lane[k_max_lanes];
};

constexpr Row k_zeros{};

// The rows that one instruction, or one half of a dual one, works with.
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

CLC_WIDE inline void change_rows(const Change& change, const std::uint32_t* __restrict from,
                                 std::uint32_t* __restrict to, unsigned lanes) {
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

// Sets where the lanes of a source are, with what changes them in `rows`. The places are those of Wide, one by one: to
// copy them together would wait for all of them to be stored.
CLC_WIDE inline void set_vector_source(const std::vector<Lanes>& file, const Quick::Source& source, Row* rows,
                                       unsigned lanes, const std::uint32_t*& low, const std::uint32_t*& high) {
  const std::uint32_t* first = file[source.index].data();
  if (source.dwords == 1) {
    low = first;
    if (source.change == nullptr) return;
    change_rows(*source.change, first, rows[0].lane, lanes);
    low = rows[0].lane;
    return;
  }
  const std::uint32_t* second = file[source.index + 1U].data();
  low = first;
  high = second;
  if (source.change == nullptr) return;
  const Change& change = *source.change;
  if (change.low_part != 0) low = second;
  if (change.high_part == 0) high = first;
  if (change.low_invert != 0) {
    mask_rows(0, change.low_invert, low, rows[0].lane, lanes);
    low = rows[0].lane;
  }
  if ((change.clear | change.invert) != 0) {
    mask_rows(change.clear, change.invert, high, rows[1].lane, lanes);
    high = rows[1].lane;
  }
}

// A source that is the same for all lanes.
CLC_WIDE inline std::uint64_t scalar_value(const WaveState& wave, const Quick::Source& source, const Operand& operand) {
  switch (source.way) {
    case Quick::Way::k_scalar: {
      const std::uint64_t low = wave.sgpr[source.index];
      return source.dwords > 1 ? low | std::uint64_t{wave.sgpr[source.index + 1U]} << 32U : low;
    }
    case Quick::Way::k_constant:
      return source.constant;
    case Quick::Way::k_mask: {
      const std::uint64_t low = wave.sgpr[source.index];
      return wave.lanes == 64 ? low | std::uint64_t{wave.sgpr[source.index + 1U]} << 32U : low;
    }
    case Quick::Way::k_none:
      return 0;
    default:
      return read_source(wave, operand, 0);
  }
}

// A source that has the same value in all lanes, or, of a mask, a bit for each.
CLC_WIDE inline void set_scalar_source(const WaveState& wave, const Quick::Source& source, const Operand& operand,
                                       Row* rows, Row& carry, const std::uint32_t*& low, const std::uint32_t*& high) {
  std::uint64_t value = scalar_value(wave, source, operand);
  if (source.way == Quick::Way::k_mask || (source.way == Quick::Way::k_other && operand.mask)) {
    return expand(value, carry, wave.lanes);
  }
  if (source.change != nullptr) value = changed_value(*source.change, source.dwords, value);
  fill(rows[0], static_cast<std::uint32_t>(value), wave.lanes);
  low = rows[0].lane;
  if (source.dwords == 1) return;
  fill(rows[1], static_cast<std::uint32_t>(value >> 32U), wave.lanes);
  high = rows[1].lane;
}

CLC_WIDE inline void set_before(const WaveState& wave, const Quick::Target& target, Workspace& space, Wide& wide) {
  if (target.place == Quick::Place::k_mask) return;
  wide.before_low = wave.vgpr[target.index].data();
  if (target.dwords > 1) wide.before_high = wave.vgpr[target.index + 1U].data();
  if (target.place == Quick::Place::k_vector) return;
  Change half;
  half.low_shift = target.place == Quick::Place::k_high_half ? 16 : 0;
  half.low_mask = 0xffff;
  change_rows(half, wide.before_low, space.before.lane, wave.lanes);
  wide.before_low = space.before.lane;
}

CLC_WIDE inline void set_source(const WaveState& wave, const Quick::Source& source, const Operand& operand, Row* rows,
                                Row& carry, const std::uint32_t*& low, const std::uint32_t*& high) {
  low = high = k_zeros.lane;
  if (source.way == Quick::Way::k_none) return;
  if (source.way > Quick::Way::k_accumulation) {
    return set_scalar_source(wave, source, operand, rows, carry, low, high);
  }
  const auto& file = source.way == Quick::Way::k_vector ? wave.vgpr : wave.accvgpr;
  set_vector_source(file, source, rows, wave.lanes, low, high);
}

CLC_WIDE inline void compute(const Quick& quick, const Quick::Half& half, const Operand* operands, WaveState& wave,
                             Workspace& space, std::uint32_t* low, std::uint32_t* high) {
  Wide wide;
  wide.wave = &wave;
  wide.active = wave.exec();
  wide.lanes = wave.lanes;
  if (half.reads_carry) expand(wave.vcc(), space.carry, wave.lanes);
  set_source(wave, half.source[0], operands[0], space.changed[0], space.carry, wide.low0, wide.high0);
  set_source(wave, half.source[1], operands[1], space.changed[1], space.carry, wide.low1, wide.high1);
  set_source(wave, half.source[2], operands[2], space.changed[2], space.carry, wide.low2, wide.high2);
  wide.before_low = wide.before_high = k_zeros.lane;
  if (half.reads_destination) set_before(wave, half.target, space, wide);
  wide.carry = space.carry.lane;
  wide.result_low = low;
  wide.result_high = high;
  wide.mask = space.mask.lane;
  wide.simm16 = wide.simm32 = quick.literal;
  wide.op_sel = quick.op_sel;
  wide.op_sel_hi = quick.op_sel_hi;
  wide.neg = quick.neg;
  wide.ieee = (wave.mode & k_mode_ieee) != 0;
  half.function(wide);
}

CLC_WIDE inline void put_mask(WaveState& wave, const Quick::Target& target, std::uint64_t bits) {
  if (target.place != Quick::Place::k_mask) return;
  wave.sgpr[target.index] = static_cast<std::uint32_t>(bits);
  if (wave.lanes == 64) wave.sgpr[target.index + 1U] = static_cast<std::uint32_t>(bits >> 32U);
}

CLC_WIDE inline void put_half(WaveState& wave, const Quick::Target& target, Row& row, std::uint64_t active) {
  std::uint32_t* to = wave.vgpr[target.index].data();
  const bool is_high = target.place == Quick::Place::k_high_half;
  const std::uint32_t kept = kept_beside_half(wave.chip, is_high);
  const unsigned shift = is_high ? 16 : 0;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    row.lane[lane] = (row.lane[lane] & 0xffffU) << shift | (to[lane] & kept);
  }
  put(to, row.lane, active, wave.lanes);
}

CLC_WIDE inline void put_result(WaveState& wave, const Quick::Target& target, Workspace& space, std::uint64_t active) {
  if (target.place != Quick::Place::k_vector) return put_half(wave, target, space.result[0], active);
  put(wave.vgpr[target.index].data(), space.result[0].lane, active, wave.lanes);
  if (target.dwords > 1) put(wave.vgpr[target.index + 1U].data(), space.result[1].lane, active, wave.lanes);
}

CLC_WIDE void execute_one(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  const Quick::Half& half = quick.half[0];
  const Quick::Target& target = half.target;
  Workspace space;
  const std::uint64_t active = wave.exec();
  const bool is_whole = active == (wave.lanes == 64 ? ~std::uint64_t{0} : 0xffffffffU);
  if (is_whole && target.place == Quick::Place::k_vector && !quick.overlaps &&
      quick.mask.place == Quick::Place::k_none) {
    std::uint32_t* low = wave.vgpr[target.index].data();
    compute(quick, half, instruction.source, wave, space, low,
            target.dwords > 1 ? low + k_max_lanes : space.result[1].lane);
    return;
  }
  compute(quick, half, instruction.source, wave, space, space.result[0].lane, space.result[1].lane);
  if (target.place >= Quick::Place::k_mask) {
    const std::uint64_t bits = collect(space.mask, wave.lanes) & active;
    put_mask(wave, target, bits);
    if (quick.writes_exec) wave.set_exec(bits);
    return;
  }
  if (quick.mask.place != Quick::Place::k_none) put_mask(wave, quick.mask, collect(space.mask, wave.lanes) & active);
  put_result(wave, target, space, active);
}

CLC_WIDE void execute_dual(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  const std::uint64_t active = wave.exec();
  Workspace space[2];
  for (unsigned i = 0; i < 2; ++i) {
    compute(quick, quick.half[i], i == 0 ? instruction.source : instruction.source2, wave, space[i],
            space[i].result[0].lane, space[i].result[1].lane);
  }
  for (unsigned i = 0; i < 2; ++i) put_result(wave, quick.half[i].target, space[i], active);
}

void execute_translated(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  const Quick::Half& half = quick.half[0];
  auto call = scalar_call<ScalarCall>(quick, instruction, wave);
  for (unsigned i = 0; i < 3; ++i) call.source[i][0] = scalar_value(wave, half.source[i], instruction.source[i]);
  const Quick::Target& target = half.target;
  const bool writes = target.place == Quick::Place::k_scalar;
  if (writes) {
    call.destination[0] = wave.sgpr[target.index];
    if (target.dwords > 1) call.destination[0] |= std::uint64_t{wave.sgpr[target.index + 1U]} << 32U;
  } else {
    call.destination[0] = 0;
  }
  quick.scalar(call);
  if (!writes) return;
  wave.sgpr[target.index] = static_cast<std::uint32_t>(call.destination[0]);
  if (target.dwords > 1) wave.sgpr[target.index + 1U] = static_cast<std::uint32_t>(call.destination[0] >> 32U);
}

bool find_has_wide() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#else
  return true;
#endif
}

// The rest runs once for an instruction, when it is decoded.

constexpr std::uint32_t k_sign = 0x80000000U, k_half_sign = 0x8000U, k_half = 0xffffU;

// A pair of halves, or of singles: which of both each result takes, and its sign.
Change packed_change(const Instruction& instruction, unsigned number, const Operand& operand) {
  Change change;
  if (instruction.format != Format::k_vop3p) return change;
  const bool low = (instruction.op_sel >> number & 1U) != 0, high = (instruction.op_sel_hi >> number & 1U) != 0;
  const bool negates_low = operand.real && (instruction.neg >> number & 1U) != 0,
             negates_high = operand.real && (instruction.neg_hi >> number & 1U) != 0;
  if (operand.dwords == 1) {
    if (low || !high) {
      change.low_mask = k_half;
      change.high_mask = ~k_half;
      change.low_shift = low ? 16 : 0;
      change.high_shift = high ? 16 : 0;
    }
    change.invert = (negates_low ? k_half_sign : 0) | (negates_high ? k_sign : 0);
    return change;
  }
  change.low_part = low ? 1 : 0;
  change.high_part = high ? 1 : 0;
  change.low_invert = negates_low ? k_sign : 0;
  change.invert = negates_high ? k_sign : 0;
  return change;
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

// Changes are kept, for there are few different ones.
const Change* kept_change(const Change& change) {
  if (change == Change{}) return nullptr;
  static std::mutex mutex;
  static auto& changes = *new std::set<Change>;  // threads of queues outlive main()
  const std::lock_guard guard(mutex);
  return &*changes.insert(change).first;
}

std::optional<Quick::Source> source_of(const Instruction& instruction, unsigned number, const Operand& operand) {
  Quick::Source source;
  source.dwords = operand.dwords;
  source.index = operand.index;
  using enum Quick::Way;
  if (operand.kind == OperandKind::k_none) return source;
  const bool is_scalar = operand.kind == OperandKind::k_sgpr, is_constant = operand.kind == OperandKind::k_constant;
  if (operand.mask) {
    source.way = is_scalar ? k_mask : k_other;
    return source;
  }
  source.way = operand.kind == OperandKind::k_vgpr      ? k_vector
               : operand.kind == OperandKind::k_accvgpr ? k_accumulation
               : is_scalar                              ? k_scalar
               : is_constant                            ? k_constant
                                                        : k_other;
  if (operand.dwords > 2) return {};
  const Change change = change_of(instruction, number, operand);
  source.change = kept_change(change);
  if (source.way == k_constant) {
    source.constant = operand.dwords > 1 ? operand.constant : static_cast<std::uint32_t>(operand.constant);
    source.constant = changed_value(change, operand.dwords, source.constant);
    source.change = nullptr;
  }
  return source;
}

std::optional<Quick::Target> target_of(const Operand& operand) {
  using enum Quick::Place;
  Quick::Target target{k_none, operand.dwords, operand.index};
  if (operand.mask) {
    target.place = operand.kind == OperandKind::k_sgpr ? k_mask : k_nowhere;
  } else if (operand.kind == OperandKind::k_vgpr) {
    target.place = operand.bits != 16 ? k_vector : operand.high ? k_high_half : k_low_half;
  } else {
    return {};
  }
  if (operand.dwords > 2) return {};
  return target;
}

bool find_half(const Instruction& instruction, std::uint16_t execute_index, const Operand* source,
               const Operand& destination, Quick::Half& half, Quick& quick) {
  const Executed& executed = pseudocode::k_executed[execute_index];
  const auto target = target_of(destination);
  if (executed.wide == nullptr || !target) return false;
  half.function = executed.wide;
  half.target = *target;
  half.reads_destination = executed.reads_destination;
  const bool has_mask =
      std::any_of(source, source + 3, [](const Operand& one) { return one.mask && one.kind != OperandKind::k_none; });
  half.reads_carry = executed.reads_carry && !has_mask;
  quick.overlaps = quick.overlaps || executed.reads_destination;
  for (unsigned i = 0; i < 3; ++i) {
    const auto found = source_of(instruction, i, source[i]);
    if (!found || !count_registers(source[i], quick)) return false;
    half.source[i] = *found;
    quick.is_real = quick.is_real || has_reals(source[i]);
    quick.overlaps = quick.overlaps ||
                     (found->way == Quick::Way::k_vector && source[i].index < destination.index + destination.dwords &&
                      destination.index < source[i].index + source[i].dwords);
  }
  quick.is_real = quick.is_real || has_reals(destination);
  return count_registers(destination, quick);
}

bool find_vector(const Instruction& instruction, Quick& quick) {
  if (instruction.sdwa || instruction.lanes.kind != LanePermutation::Kind::k_none || instruction.clamp ||
      instruction.output_modifier != 0) {
    return false;
  }
  if (!find_half(instruction, instruction.execute_index, instruction.source, instruction.destination, quick.half[0],
                 quick)) {
    return false;
  }
  const Operand& second = instruction.destination2;
  quick.writes_exec = is_cdna(instruction.chip) && name(instruction).starts_with("v_cmpx");
  quick.kind = Quick::Kind::k_vector;
  if (instruction.format == Format::k_vopd) {
    quick.kind = Quick::Kind::k_dual;
    return find_half(instruction, instruction.execute_index2, instruction.source2, second, quick.half[1], quick) &&
           quick.half[0].target.place < Quick::Place::k_scalar && quick.half[1].target.place < Quick::Place::k_scalar;
  }
  if (second.kind == OperandKind::k_none) return true;
  const auto mask = target_of(second);
  if (!mask || !second.mask) return false;
  quick.mask = *mask;
  return count_registers(second, quick);
}

bool find_scalar(const Instruction& instruction, Quick& quick) {
  quick.scalar = pseudocode::k_executed[instruction.execute_index].scalar;
  if (quick.scalar == nullptr) return false;
  quick.kind = Quick::Kind::k_scalar;
  quick.moves_pc = instruction.work != Work::k_branch || instruction.opcode == Opcode::s_getpc_b64;
  Quick::Half& half = quick.half[0];
  for (unsigned i = 0; i < 3; ++i) {
    const Operand& operand = instruction.source[i];
    if (!count_registers(operand, quick) || operand.dwords > 2) return false;
    quick.is_real = quick.is_real || has_reals(operand);
    half.source[i].dwords = operand.dwords;
    half.source[i].index = operand.index;
    half.source[i].way = operand.kind == OperandKind::k_none                    ? Quick::Way::k_none
                         : operand.kind == OperandKind::k_sgpr && !operand.mask ? Quick::Way::k_scalar
                                                                                : Quick::Way::k_other;
    if (operand.kind != OperandKind::k_constant) continue;
    half.source[i].way = Quick::Way::k_constant;
    half.source[i].constant = read_source(WaveState{}, operand, 0);
  }
  if (instruction.format == Format::k_sopk) {
    const bool compares = instruction.source[0].kind != OperandKind::k_none;
    half.source[compares ? 1 : 0] = {.way = Quick::Way::k_constant, .constant = instruction.simm16};
  }
  const Operand& destination = instruction.destination;
  half.target = {Quick::Place::k_none, destination.dwords, destination.index};
  if (destination.kind == OperandKind::k_sgpr) half.target.place = Quick::Place::k_scalar;
  quick.is_real = quick.is_real || has_reals(destination);
  return count_registers(destination, quick) && destination.dwords <= 2;
}

}  // namespace

Quick::Change change_of(const Instruction& instruction, unsigned number, const Operand& operand) {
  if (operand.packed) return packed_change(instruction, number, operand);
  Change change;
  const unsigned bits = 1U << number;
  const bool is_packed_format = instruction.format == Format::k_vop3p && operand.real;
  const bool clears = operand.absolute || (is_packed_format && (instruction.neg_hi & bits) != 0);
  const bool inverts = operand.negate || (is_packed_format && (instruction.neg & bits) != 0);
  const std::uint32_t sign = operand.bits == 16 ? k_half_sign : k_sign;
  const bool is_high = operand.high && operand.kind != OperandKind::k_constant;
  if (is_high || operand.bits == 16) change.low_mask = k_half;
  change.low_shift = is_high ? 16 : 0;
  change.clear = clears ? sign : 0;
  change.invert = inverts ? sign : 0;
  return change;
}

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
  } else if (instruction.work == Work::k_idle) {
    quick.kind = Quick::Kind::k_idle;
    found = true;
  }
  if (!found) quick = {};
  quick.work = instruction.work;
  quick.bytes = instruction.bytes;
  quick.op_sel = instruction.op_sel;
  quick.op_sel_hi = instruction.op_sel_hi;
  quick.neg = instruction.neg;
  quick.simm16 = instruction.simm16;
  quick.literal = instruction.literal;
  instruction.quick = quick;
}

bool execute_quickly(const Instruction& instruction, WaveState& wave) {
  const Quick& quick = instruction.quick;
  if (quick.kind == Quick::Kind::k_none || quick.vector_registers > wave.vgpr.size() ||
      quick.accumulation_registers > wave.accvgpr.size() || quick.scalar_registers > wave.sgpr_count ||
      (wave.mode & k_mode_index) != 0 || (quick.is_real && (wave.mode & k_mode_real) != k_mode_usual)) {
    return false;
  }
  switch (quick.kind) {
    case Quick::Kind::k_vector:
      execute_one(instruction, wave);
      break;
    case Quick::Kind::k_dual:
      execute_dual(instruction, wave);
      break;
    case Quick::Kind::k_scalar:
      execute_translated(instruction, wave);
      break;
    default:
      break;
  }
  if (quick.moves_pc) wave.pc += quick.bytes;
  return true;
}

}  // namespace clc::emulator

#include "isa/wide.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <optional>

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
  const std::size_t count = whole_blocks(lanes);
  CLC_EACH_LANE
  for (std::size_t lane = 0; lane < count; ++lane) row.lane[lane] = value;
}

#if defined(__x86_64__)
constexpr std::size_t k_together = 8;  // lanes of one of the host's registers

// The lowest eight bits, each as a dword of zeros or ones.
CLC_WIDE inline __m256i expanded(std::uint64_t bits) {
  const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), each), each);
}

CLC_WIDE inline __m256i load(const std::uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

CLC_WIDE inline void store(std::uint32_t* to, __m256i dwords) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), dwords);
}
#endif

// The bits of a mask, each as a dword of zeros or ones.
CLC_WIDE inline void expand(std::uint64_t bits, Row& row, unsigned lanes) {
#if defined(__x86_64__)
  for (std::size_t lane = 0; lane < lanes; lane += k_together) store(row.lane + lane, expanded(bits >> lane));
#else
  for (unsigned lane = 0; lane < lanes; ++lane) row.lane[lane] = bit_of_mask(bits >> lane & 1U);
#endif
}

CLC_WIDE inline std::uint64_t collect(const Row& row, unsigned lanes) {
  std::uint64_t bits = 0;
#if defined(__x86_64__)
  for (std::size_t lane = 0; lane < lanes; lane += k_together) {
    const __m256 dwords = _mm256_castsi256_ps(load(row.lane + lane));
    bits |= std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_ps(dwords))} << lane;
  }
#else
  for (unsigned lane = 0; lane < lanes; ++lane) bits |= std::uint64_t{row.lane[lane] & 1U} << lane;
#endif
  return bits;
}

CLC_WIDE inline void change_rows(const Change& change, const std::uint32_t* from, std::uint32_t* to, unsigned lanes) {
  const Change c = change;
  const std::size_t count = whole_blocks(lanes);
  CLC_EACH_LANE
  for (std::size_t lane = 0; lane < count; ++lane) to[lane] = changed_dword(c, from[lane]);
}

CLC_WIDE inline void mask_rows(std::uint32_t clear, std::uint32_t invert, const std::uint32_t* from, std::uint32_t* to,
                               unsigned lanes) {
  const std::size_t count = whole_blocks(lanes);
  CLC_EACH_LANE
  for (std::size_t lane = 0; lane < count; ++lane) to[lane] = (from[lane] & ~clear) ^ invert;
}

// Copies the lanes that are on.
CLC_WIDE inline void put(std::uint32_t* to, const std::uint32_t* from, std::uint64_t active, unsigned lanes) {
#if defined(__x86_64__)
  for (std::size_t lane = 0; lane < lanes; lane += k_together) {
    store(to + lane, _mm256_blendv_epi8(load(to + lane), load(from + lane), expanded(active >> lane)));
  }
#else
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if ((active >> lane & 1U) != 0) to[lane] = from[lane];
  }
#endif
}

// Constants and changes of sources are kept, for there are few different ones. Instructions have their numbers, which
// fit into two bytes; one for which none is left is executed lane by lane.
constexpr std::size_t k_most_constants = std::size_t{1} << 16U, k_most_changes = 1024;
using Rows = std::array<Row, 2>;  // both dwords of a constant, in all lanes
Rows* const constants =
    static_cast<Rows*>(::operator new(k_most_constants * sizeof(Rows), std::align_val_t{alignof(Rows)}, std::nothrow));
std::array<Change, k_most_changes> changes;  // the first is none

// Sets where the lanes of a source are that `change` changes, which it does in `rows`.
CLC_WIDE void set_changed_source(const std::uint32_t* first, const Quick::Source& source, Row* rows, unsigned lanes,
                                 const std::uint32_t*& low, const std::uint32_t*& high) {
  const Change& change = changes[source.change];
  if (source.dwords == 1) {
    change_rows(change, first, rows[0].lane, lanes);
    low = rows[0].lane;
    return;
  }
  const std::uint32_t* second = first + k_max_lanes;
  low = change.low_part != 0 ? second : first;
  high = change.high_part == 0 ? first : second;
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
CLC_WIDE void set_scalar_source(const WaveState& wave, const Quick::Source& source, const Operand& operand, Row* rows,
                                Row& carry, const std::uint32_t*& low, const std::uint32_t*& high) {
  std::uint64_t value = scalar_value(wave, source, operand);
  if (source.way == Quick::Way::k_mask || (source.way == Quick::Way::k_other && operand.mask)) {
    return expand(value, carry, wave.lanes);
  }
  if (source.change != 0) value = changed_value(changes[source.change], source.dwords, value);
  fill(rows[0], static_cast<std::uint32_t>(value), wave.lanes);
  low = rows[0].lane;
  if (source.dwords == 1) return;
  fill(rows[1], static_cast<std::uint32_t>(value >> 32U), wave.lanes);
  high = rows[1].lane;
}

CLC_WIDE inline void set_before(const WaveState& wave, const Quick::Target& target, Workspace& space, Wide& wide) {
  wide.before_low = wide.before_high = k_zeros.lane;
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

// The places are those of Wide, one by one: to copy them together would wait for all of them to be stored.
[[gnu::always_inline]] CLC_WIDE inline void set_source(const WaveState& wave, const Quick::Source& source,
                                                       const Operand& operand, Row* rows, Row& carry,
                                                       const std::uint32_t*& low, const std::uint32_t*& high) {
  low = high = k_zeros.lane;
  if (source.way == Quick::Way::k_none) return;
  if (source.way == Quick::Way::k_constant) {
    low = constants[source.index][0].lane;
    high = constants[source.index][1].lane;
    return;
  }
  if (source.way > Quick::Way::k_accumulation) {
    return set_scalar_source(wave, source, operand, rows, carry, low, high);
  }
  const auto& file = source.way == Quick::Way::k_vector ? wave.vgpr : wave.accvgpr;
  const std::uint32_t* first = file[source.index].data();
  if (source.change != 0) return set_changed_source(first, source, rows, wave.lanes, low, high);
  low = first;
  if (source.dwords > 1) high = first + k_max_lanes;
}

[[gnu::always_inline]] CLC_WIDE inline void compute(const Quick& quick, const Operand* operands, WaveState& wave,
                                                    Workspace& space, std::uint32_t* low, std::uint32_t* high) {
  Wide wide;
  wide.quick = &quick;
  wide.wave = &wave;
  wide.active = wave.exec();
  wide.lanes = wave.lanes;
  if (quick.reads_carry) expand(wave.vcc(), space.carry, wave.lanes);
  set_source(wave, quick.source[0], operands[0], space.changed[0], space.carry, wide.low0, wide.high0);
  set_source(wave, quick.source[1], operands[1], space.changed[1], space.carry, wide.low1, wide.high1);
  set_source(wave, quick.source[2], operands[2], space.changed[2], space.carry, wide.low2, wide.high2);
  if (quick.reads_destination) set_before(wave, quick.target, space, wide);
  wide.carry = space.carry.lane;
  wide.result_low = low;
  wide.result_high = high;
  wide.mask = space.mask.lane;
  quick.vector(wide);
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
  const std::size_t lanes = whole_blocks(wave.lanes);
  CLC_EACH_LANE
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    row.lane[lane] = (row.lane[lane] & 0xffffU) << shift | (to[lane] & kept);
  }
  put(to, row.lane, active, wave.lanes);
}

CLC_WIDE inline void put_result(WaveState& wave, const Quick::Target& target, Workspace& space, std::uint64_t active) {
  if (target.place != Quick::Place::k_vector) return put_half(wave, target, space.result[0], active);
  put(wave.vgpr[target.index].data(), space.result[0].lane, active, wave.lanes);
  if (target.dwords > 1) put(wave.vgpr[target.index + 1U].data(), space.result[1].lane, active, wave.lanes);
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

// The number of what is kept, which `keep` puts into its place where it is new; nothing where there is no room.
template <class Key, class Keep>
std::optional<std::uint16_t> number_of(const Key& key, std::size_t first, std::size_t most, Keep&& keep) {
  static std::mutex mutex;
  static auto& numbers = *new std::map<Key, std::uint16_t>;  // threads of queues outlive main()
  const std::lock_guard guard(mutex);
  const auto found = numbers.find(key);
  if (found != numbers.end()) return found->second;
  const std::size_t number = first + numbers.size();
  if (number >= most) return {};
  keep(number);
  numbers.emplace(key, static_cast<std::uint16_t>(number));
  return static_cast<std::uint16_t>(number);
}

std::optional<std::uint16_t> number_of_change(const Change& change) {
  if (change == Change{}) return 0;
  return number_of(change, 1, k_most_changes, [&](std::size_t number) { changes[number] = change; });
}

std::optional<std::uint16_t> number_of_constant(std::uint64_t constant) {
  return number_of(constant, 0, constants == nullptr ? 0 : k_most_constants, [&](std::size_t number) {
    std::ranges::fill(constants[number][0].lane, static_cast<std::uint32_t>(constant));
    std::ranges::fill(constants[number][1].lane, static_cast<std::uint32_t>(constant >> 32U));
  });
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
  if (source.way != k_constant) {
    const auto kept = number_of_change(change);
    source.change = kept.value_or(0);
    return kept ? std::optional(source) : std::nullopt;
  }
  const std::uint64_t plain = operand.dwords > 1 ? operand.constant : static_cast<std::uint32_t>(operand.constant);
  const auto kept = number_of_constant(changed_value(change, operand.dwords, plain));
  source.index = kept.value_or(0);
  return kept ? std::optional(source) : std::nullopt;
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

// The function, its sources and its destination; `whole` learns what the instruction needs.
bool find_half(const Instruction& instruction, std::uint16_t execute_index, const Operand* source,
               const Operand& destination, Quick& half, Quick& whole) {
  const Executed& executed = pseudocode::k_executed[execute_index];
  const auto target = target_of(destination);
  if (executed.wide == nullptr || !target) return false;
  half.vector = executed.wide;
  half.target = *target;
  half.reads_destination = executed.reads_destination;
  const bool has_mask =
      std::any_of(source, source + 3, [](const Operand& one) { return one.mask && one.kind != OperandKind::k_none; });
  half.reads_carry = executed.reads_carry && !has_mask;
  for (unsigned i = 0; i < 3; ++i) {
    const auto found = source_of(instruction, i, source[i]);
    if (!found || !count_registers(source[i], whole)) return false;
    half.source[i] = *found;
    whole.is_real = whole.is_real || has_reals(source[i]);
  }
  whole.is_real = whole.is_real || has_reals(destination);
  return count_registers(destination, whole);
}

bool find_vector(Instruction& instruction, Quick& quick) {
  if (instruction.sdwa || instruction.lanes.kind != LanePermutation::Kind::k_none || instruction.clamp ||
      instruction.output_modifier != 0) {
    return false;
  }
  if (!find_half(instruction, instruction.execute_index, instruction.source, instruction.destination, quick, quick)) {
    return false;
  }
  const Operand& second = instruction.destination2;
  quick.writes_exec = is_cdna(instruction.chip) && name(instruction).starts_with("v_cmpx");
  quick.kind = Quick::Kind::k_vector;
  if (instruction.format == Format::k_vopd) {
    quick.kind = Quick::Kind::k_dual;
    Quick& half = instruction.second;
    return find_half(instruction, instruction.execute_index2, instruction.source2, second, half, quick) &&
           quick.target.place < Quick::Place::k_scalar && half.target.place < Quick::Place::k_scalar;
  }
  if (second.kind == OperandKind::k_none) return true;
  const auto mask = target_of(second);
  if (!mask || !second.mask) return false;
  quick.mask = *mask;
  return count_registers(second, quick);
}

// Only one of the sources is a constant where it matters: compilers compute what two of them give.
bool take_constant(Quick& quick, Quick::Source& source, std::uint64_t constant) {
  const bool is_first =
      std::ranges::none_of(quick.source, [](const Quick::Source& one) { return one.way == Quick::Way::k_constant; });
  source.way = Quick::Way::k_constant;
  if (is_first) quick.constant = constant;
  return quick.constant == constant;
}

bool find_scalar(const Instruction& instruction, Quick& quick) {
  quick.scalar = pseudocode::k_executed[instruction.execute_index].scalar;
  if (quick.scalar == nullptr) return false;
  quick.kind = Quick::Kind::k_scalar;
  quick.moves_pc = instruction.work != Work::k_branch || instruction.opcode == Opcode::s_getpc_b64;
  for (unsigned i = 0; i < 3; ++i) {
    const Operand& operand = instruction.source[i];
    Quick::Source& source = quick.source[i];
    if (!count_registers(operand, quick) || operand.dwords > 2) return false;
    quick.is_real = quick.is_real || has_reals(operand);
    source.dwords = operand.dwords;
    source.index = operand.index;
    if (operand.kind == OperandKind::k_constant) {
      if (!take_constant(quick, source, read_source(WaveState{}, operand, 0))) return false;
    } else if (operand.kind != OperandKind::k_none) {
      source.way = operand.kind == OperandKind::k_sgpr && !operand.mask ? Quick::Way::k_scalar : Quick::Way::k_other;
    }
  }
  if (instruction.format == Format::k_sopk) {
    const bool compares = instruction.source[0].kind != OperandKind::k_none;
    if (!take_constant(quick, quick.source[compares ? 1 : 0], instruction.simm16)) return false;
  }
  const Operand& destination = instruction.destination;
  quick.target = {Quick::Place::k_none, destination.dwords, destination.index};
  if (destination.kind == OperandKind::k_sgpr) quick.target.place = Quick::Place::k_scalar;
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

CLC_WIDE void execute_one(const Quick& quick, const Instruction& instruction, WaveState& wave) {
  const Quick::Target& target = quick.target;
  Workspace space;
  const std::uint64_t active = wave.exec();
  const bool is_whole = active == (wave.lanes == 64 ? ~std::uint64_t{0} : 0xffffffffU);
  const bool is_direct = is_whole && target.place == Quick::Place::k_vector;
  std::uint32_t* low = is_direct ? wave.vgpr[target.index].data() : space.result[0].lane;
  std::uint32_t* high = is_direct && target.dwords > 1 ? low + k_max_lanes : space.result[1].lane;
  compute(quick, instruction.source, wave, space, low, high);
  if (target.place >= Quick::Place::k_mask) {
    const std::uint64_t bits = collect(space.mask, wave.lanes) & active;
    put_mask(wave, target, bits);
    if (quick.writes_exec) wave.set_exec(bits);
    return;
  }
  if (quick.mask.place != Quick::Place::k_none) put_mask(wave, quick.mask, collect(space.mask, wave.lanes) & active);
  if (!is_direct) put_result(wave, target, space, active);
}

CLC_WIDE void execute_dual(const Quick& quick, const Instruction& instruction, WaveState& wave) {
  const std::uint64_t active = wave.exec();
  const Quick& second = instruction.second;
  Workspace space[2];
  compute(quick, instruction.source, wave, space[0], space[0].result[0].lane, space[0].result[1].lane);
  compute(second, instruction.source2, wave, space[1], space[1].result[0].lane, space[1].result[1].lane);
  put_result(wave, quick.target, space[0], active);
  put_result(wave, second.target, space[1], active);
}

void execute_translated(const Quick& quick, const Instruction& instruction, WaveState& wave) {
  auto call = scalar_call<ScalarCall>(quick, instruction, wave);
  for (unsigned i = 0; i < 3; ++i) {
    const Quick::Source& source = quick.source[i];
    call.source[i][0] =
        source.way == Quick::Way::k_constant ? quick.constant : scalar_value(wave, source, instruction.source[i]);
  }
  const Quick::Target& target = quick.target;
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
  instruction.second.literal = instruction.literal;
  quick.work = instruction.work;
  quick.bytes = instruction.bytes;
  quick.op_sel = instruction.op_sel;
  quick.op_sel_hi = instruction.op_sel_hi;
  quick.neg = instruction.neg;
  quick.simm16 = instruction.simm16;
  quick.literal = instruction.literal;
  instruction.quick = quick;
}

}  // namespace clc::emulator

#include "machine/undefined.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace clc::emulator {
namespace {

constexpr unsigned k_trials = 10;
constexpr std::uint32_t k_mode_index = std::uint32_t{1} << 27U;  // MODE: M0 moves vector registers

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return contains(text, part); });
}

// Arithmetic mixes neighbouring bits. Instructions that place bits do not, and neither do copies.
bool is_arithmetic(std::string_view text) {
  return contains_any(text, {"add",  "sub",   "mul",   "mad", "fma",  "mac",   "cvt", "rcp",  "rsq", "sqrt", "_exp", "log",
                             "_sin", "_cos",  "ldexp", "div", "min",  "max",   "med", "trunc", "rndne", "floor", "ceil",
                             "fract", "frexp", "sad",  "dot", "_bfm", "_ff",   "bcnt", "clz",  "ctz", "_cls", "absdiff"});
}

RegisterUse::Compare compare_of(std::string_view text) {
  if (!text.starts_with("v_cmp") && !text.starts_with("s_cmp")) return RegisterUse::Compare::k_none;
  if (contains_any(text, {"_f16", "_f32", "_f64"})) return RegisterUse::Compare::k_real;
  return contains_any(text, {"_eq_", "_ne_", "_lg_"}) ? RegisterUse::Compare::k_equal : RegisterUse::Compare::k_none;
}

RegisterUse::Kind kind_of(const Instruction& instruction) {
  using enum RegisterUse::Kind;
  const std::string_view text = name(instruction);
  if (text.starts_with("s_cbranch_scc")) return k_scc_branch;
  if (text.starts_with("s_cbranch_vcc")) return k_vcc_branch;
  if (text.starts_with("s_setpc") || text.starts_with("s_swappc")) return k_jump;
  if (instruction.work == Work::k_branch && text != "s_getpc_b64") return k_skip;
  if (text == "v_writelane_b32") return k_write_lane;
  if (text == "v_readlane_b32") return k_read_lane;
  if (text == "v_readfirstlane_b32") return k_read_first;
  return k_plain;
}

void add(std::vector<RegisterUse::One>& list, const Operand& operand, bool is_wide) {
  using enum OperandKind;
  if (operand.kind != k_sgpr && operand.kind != k_vgpr && operand.kind != k_accvgpr) return;
  RegisterUse::One one{operand.kind, operand.index, operand.dwords};
  if (operand.mask) one.dwords = is_wide ? 2 : 1;
  const auto same = [&](const RegisterUse::One& other) {
    return other.kind == one.kind && other.index == one.index && other.dwords >= one.dwords;
  };
  if (std::none_of(list.begin(), list.end(), same)) list.push_back(one);
}

std::shared_ptr<const RegisterUse> find_use(const Instruction& instruction, bool is_wide) {
  auto use = std::make_shared<RegisterUse>();
  const std::string_view text = name(instruction);
  use->kind = kind_of(instruction);
  use->compare = compare_of(text);
  use->is_scalar = instruction.work != Work::k_vector;
  use->all_lanes = !use->is_scalar && reads_other_lanes(instruction);
  use->is_moved = contains(text, "movrel");
  use->fills = is_arithmetic(text) || (instruction.format == Format::k_vopd && is_arithmetic(opcode_name(instruction.opcode2)));
  for (const Operand* operand : {&instruction.source[0], &instruction.source[1], &instruction.source[2],
                                 &instruction.source2[0], &instruction.source2[1], &instruction.source2[2]}) {
    add(use->in, *operand, is_wide);
  }
  if (contains(text, "div_fmas")) {
    Operand vcc;
    vcc.kind = OperandKind::k_sgpr;
    vcc.index = k_vcc_lo;
    vcc.mask = true;
    add(use->in, vcc, is_wide);
  }
  const bool keeps = reads_destination(instruction);
  for (const Operand* operand : {&instruction.destination, &instruction.destination2}) {
    add(use->out, *operand, is_wide);
    if (keeps) add(use->in, *operand, is_wide);
  }
  // A scalar destination is read by few, and written whole by all others.
  if (use->is_scalar && !contains_any(text, {"cmov", "bitset", "s_addk", "s_mulk", "s_cmpk", "movrel"})) {
    use->in.clear();
    for (const Operand& operand : instruction.source) add(use->in, operand, is_wide);
  }
  return use;
}

std::vector<UndefinedLanes>& file_of(WaveShadow& shadow, OperandKind kind) {
  return kind == OperandKind::k_vgpr ? shadow.vgpr : shadow.accvgpr;
}
std::vector<Lanes>& file_of(WaveState& state, OperandKind kind) {
  return kind == OperandKind::k_vgpr ? state.vgpr : state.accvgpr;
}

// What undefined bits are, in one of the trials: first all zeros and all ones, then the same with one register unlike
// the next and with the sign unlike the rest, so that comparisons show what they depend on, then anything.
std::uint32_t pattern(unsigned trial, unsigned number, std::uint64_t& random) {
  const std::uint32_t flip = number % 2 != 0 ? ~0U : 0;
  constexpr std::uint32_t k_sign = 0x80000000U;
  switch (trial) {
    case 0:
      return 0;
    case 1:
      return ~0U;
    case 2:
      return flip;
    case 3:
      return ~flip;
    case 4:
      return flip ^ k_sign;
    case 5:
      return ~(flip ^ k_sign);
    default:
      random = random * 6364136223846793005U + 1442695040888963407U;
      return static_cast<std::uint32_t>(random >> 32U);
  }
}

// Everything between the lowest and the highest of some bits.
std::uint32_t filled(std::uint32_t bits) {
  if (bits == 0) return 0;
  const unsigned low = static_cast<unsigned>(std::countr_zero(bits)), high = 31U - static_cast<unsigned>(std::countl_zero(bits));
  return (~0U >> (31U - high)) & (~0U << low);
}

std::uint32_t filled(const Operand& to, std::uint32_t bits) {
  const bool halves = to.bits == 16 || to.packed;
  if (!halves) return to.real && bits != 0 ? ~0U : filled(bits);
  std::uint32_t result = 0;
  for (const std::uint32_t half : {0xffffU, 0xffff0000U}) {
    if ((bits & half) != 0) result |= to.real ? half : filled(bits & half);
  }
  return result;
}

const char* place_name(Origin::Place place) {
  switch (place) {
    case Origin::Place::k_private:
      return "private memory";
    case Origin::Place::k_local:
      return "local memory";
    case Origin::Place::k_global:
      return "global memory";
    case Origin::Place::k_register:
      break;
  }
  return "a variable";
}

Origin::Place place_of(const PendingAccess& access) {
  constexpr std::uint8_t k_lds = 1, k_scratch = 2;
  const Work work = access.code->instruction.work;
  if (work == Work::k_lds) return Origin::Place::k_local;
  if (work == Work::k_scratch) return Origin::Place::k_private;
  const auto first = static_cast<unsigned>(std::countr_zero(access.exec | std::uint64_t{1} << 63U));
  const std::uint8_t space = access.space[first];
  return space == k_lds ? Origin::Place::k_local : space == k_scratch ? Origin::Place::k_private : Origin::Place::k_global;
}

}  // namespace

const RegisterUse& register_use(const DecodedInstruction& code, bool is_wide) {
  if (code.use == nullptr) code.use = find_use(code.instruction, is_wide);
  return *code.use;
}

void Undefined::begin() {
  global_.clear();
  random_ = 1;
}

void Undefined::start_wave(Wave& wave) const {
  auto shadow = std::make_shared<WaveShadow>();
  const WaveState& state = wave.state;
  UndefinedLanes all;
  all.lanes = state.lanes == 64 ? ~std::uint64_t{0} : 0xffffffffU;
  all.bits.fill(~0U);
  shadow->vgpr.assign(state.vgpr.size(), all);
  shadow->accvgpr.assign(state.accvgpr.size(), all);
  shadow->vgpr[0].lanes &= ~wave.items;
  for (unsigned i = 0; i < shadow->sgpr.size(); ++i) {
    shadow->sgpr[i] = i >= wave.set_registers && i < std::min(state.sgpr_count, k_vcc_lo) ? ~0U : 0;
  }
  shadow->scratch.assign(wave.scratch.size(), 0xff);
  wave.shadow = std::move(shadow);
}

// Lanes that have undefined bits in what the instruction reads; all of them where these are in scalar registers.
std::uint64_t Undefined::undefined_lanes(const Wave& wave, const RegisterUse& use) const {
  Shadow& shadow = *wave.shadow;
  std::uint64_t lanes = 0;
  std::uint32_t scalar = use.is_scalar && shadow.scc ? 1 : 0;
  for (const RegisterUse::One& one : use.in) {
    for (unsigned part = 0; part < one.dwords; ++part) {
      const std::size_t index = one.index + std::size_t{part};
      if (one.kind == OperandKind::k_sgpr) {
        scalar |= shadow.sgpr[index];
      } else if (const auto& file = file_of(shadow, one.kind); index < file.size()) {
        lanes |= file[index].lanes;
      }
    }
  }
  return scalar != 0 ? ~std::uint64_t{0} : lanes;
}

Outcome Undefined::execute(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  WaveState& state = wave.state;
  Shadow& shadow = *wave.shadow;
  if (instruction.work == Work::k_end || instruction.work == Work::k_idle) return emulator::execute(instruction, state);
  const RegisterUse& use = register_use(code, state.lanes == 64);
  using enum RegisterUse::Kind;
  if (use.kind == k_scc_branch || use.kind == k_vcc_branch || use.kind == k_jump || use.kind == k_skip) {
    branch(wave, use);
    Outcome outcome = emulator::execute(instruction, state);
    for (const RegisterUse::One& one : use.out) {
      for (unsigned part = 0; part < one.dwords; ++part) shadow.sgpr[one.index + part] = 0;
    }
    return outcome;
  }
  if (use.kind != k_plain) return execute_lane_move(wave, instruction, use);
  const std::uint64_t exec = state.exec();
  const std::uint64_t looked_at = use.all_lanes || use.is_scalar ? ~std::uint64_t{0} : exec;
  if ((undefined_lanes(wave, use) & looked_at) != 0 || use.is_moved || (state.mode & k_mode_index) != 0) {
    return execute_again(wave, code, use, exec);
  }
  Outcome outcome = emulator::execute(instruction, state);
  for (const RegisterUse::One& one : use.out) {
    for (unsigned part = 0; part < one.dwords; ++part) {
      const std::size_t index = one.index + std::size_t{part};
      if (one.kind == OperandKind::k_sgpr) {
        shadow.sgpr[index] = 0;
      } else if (auto& file = file_of(shadow, one.kind); index < file.size()) {
        file[index].lanes &= ~exec;
      }
    }
  }
  return outcome;
}

// v_writelane, v_readlane and v_readfirstlane: spills of scalar registers among them.
Outcome Undefined::execute_lane_move(Wave& wave, const Instruction& instruction, const RegisterUse& use) {
  Shadow& shadow = *wave.shadow;
  const WaveState& state = wave.state;
  const Operand& from = instruction.source[0];
  const Operand& to = instruction.destination;
  const bool is_first = use.kind == RegisterUse::Kind::k_read_first;
  const std::uint64_t exec = state.exec();
  const unsigned lane = is_first ? (exec == 0 ? 0U : static_cast<unsigned>(std::countr_zero(exec)))
                                 : read_dword(state, instruction.source[1], 0) & (state.lanes - 1);
  std::uint32_t bits = 0;
  Origin origin;
  if (from.kind == OperandKind::k_sgpr) {
    bits = shadow.sgpr[from.index];
    origin = shadow.sgpr_origin[from.index];
  } else if (from.kind == OperandKind::k_vgpr || from.kind == OperandKind::k_accvgpr) {
    const auto& file = file_of(shadow, from.kind);
    if (from.index < file.size()) {
      bits = file[from.index].at(lane);
      origin = file[from.index].origin;
    }
  }
  Outcome outcome = emulator::execute(instruction, wave.state);
  if (outcome.kind != Outcome::Kind::k_done) return outcome;
  if (to.kind == OperandKind::k_sgpr) {
    shadow.sgpr[to.index] = to.index == k_exec_lo || to.index == k_exec_hi ? 0 : bits;
    shadow.sgpr_origin[to.index] = origin;
  } else if (to.kind == OperandKind::k_vgpr) {
    shadow.vgpr[to.index].put(lane, bits);
    if (bits != 0) shadow.vgpr[to.index].origin = origin;
  }
  return outcome;
}

// True where it was decided by undefined bits.
bool Undefined::branch(Wave& wave, const RegisterUse& use) {
  Shadow& shadow = *wave.shadow;
  const WaveState& state = wave.state;
  const char* expected = "a value that decides which way to go is set on every path to here";
  const char* what = "branches on";
  switch (use.kind) {
    case RegisterUse::Kind::k_scc_branch:
      if (!shadow.scc) return false;
      shadow.scc = false;
      report(wave, -1, what, shadow.scc_origin, expected);
      return true;
    case RegisterUse::Kind::k_vcc_branch: {
      const unsigned words = state.lanes == 64 ? 2 : 1;
      bool is_undefined = false;
      for (unsigned i = k_vcc_lo; i < k_vcc_lo + words; ++i) {
        if ((state.sgpr[i] & ~shadow.sgpr[i]) != 0) return false;  // not zero in any case
        is_undefined = is_undefined || shadow.sgpr[i] != 0;
      }
      if (!is_undefined) return false;
      const unsigned first = shadow.sgpr[k_vcc_lo] != 0 ? k_vcc_lo : k_vcc_hi;
      const int lane = std::countr_zero(shadow.sgpr[first]) + (first == k_vcc_hi ? 32 : 0);
      shadow.sgpr[k_vcc_lo] = shadow.sgpr[k_vcc_hi] = 0;
      report(wave, lane, what, shadow.sgpr_origin[first], expected);
      return true;
    }
    case RegisterUse::Kind::k_jump:
      for (const RegisterUse::One& one : use.in) {
        if (one.kind != OperandKind::k_sgpr || (shadow.sgpr[one.index] | shadow.sgpr[one.index + 1U]) == 0) continue;
        shadow.sgpr[one.index] = shadow.sgpr[one.index + 1U] = 0;
        report(wave, -1, "calls a function at", shadow.sgpr_origin[one.index], expected);
        return true;
      }
      return false;
    default:
      return false;
  }
}

// The registers that an instruction reads and writes, as they were before, and their undefined bits.
struct Undefined::Inputs {
  struct Vector {
    OperandKind kind{};
    std::size_t index = 0;
    Lanes before{}, after{}, differs{};
    std::uint64_t undefined_lanes = 0;
  };
  std::vector<Vector> vectors;
  std::vector<unsigned> scalars;
  std::array<std::uint32_t, 128> before{}, after{}, differs{};
  bool scc = false, scc_after = false, scc_differs = false;
  std::uint32_t mode = 0;
  std::uint64_t pc = 0, pc_after = 0;
};

namespace {

// Numbers of the registers that the operands name, with what M0 adds to them.
template <class Inputs>
void collect(const WaveState& state, const RegisterUse& use, Inputs& inputs) {
  std::array<bool, 128> taken{};
  const bool is_moved = use.is_moved || (state.mode & k_mode_index) != 0;
  const auto take_vector = [&](OperandKind kind, std::size_t index, const std::vector<Lanes>& file) {
    if (index >= file.size()) return;
    for (const auto& other : inputs.vectors) {
      if (other.kind == kind && other.index == index) return;
    }
    auto& vector = inputs.vectors.emplace_back();
    vector.kind = kind;
    vector.index = index;
    vector.before = file[index];
  };
  const auto take = [&](const RegisterUse::One& one, std::size_t more) {
    for (unsigned part = 0; part < one.dwords; ++part) {
      const std::size_t index = one.index + part + more;
      if (one.kind != OperandKind::k_sgpr) {
        take_vector(one.kind, index, one.kind == OperandKind::k_vgpr ? state.vgpr : state.accvgpr);
      } else if (index < taken.size() && !taken[index]) {
        taken[index] = true;
        inputs.scalars.push_back(static_cast<unsigned>(index));
      }
    }
  };
  for (const auto* list : {&use.in, &use.out}) {
    for (const RegisterUse::One& one : *list) {
      take(one, 0);
      if (is_moved) take(one, state.sgpr[k_m0] & 0xffU);
    }
  }
}

}  // namespace

// Executes it once as it is, and then with other values in the undefined bits.
Outcome Undefined::execute_again(Wave& wave, const DecodedInstruction& code, const RegisterUse& use,
                                 std::uint64_t exec) {
  const Instruction& instruction = code.instruction;
  WaveState& state = wave.state;
  Shadow& shadow = *wave.shadow;
  Inputs inputs;
  collect(state, use, inputs);
  inputs.before = state.sgpr;
  inputs.scc = state.scc;
  inputs.mode = state.mode;
  inputs.pc = state.pc;
  // Comparisons are looked at before a destination overwrites a source.
  std::uint64_t compared = 0;
  Origin origin;
  bool has_origin = false;
  const auto find_origin = [&](const Origin& from) {
    if (!has_origin) origin = from;
    has_origin = true;
  };
  for (const auto& vector : inputs.vectors) {
    const auto& undefined = file_of(shadow, vector.kind)[vector.index];
    const bool is_source = std::any_of(use.in.begin(), use.in.end(), [&](const RegisterUse::One& one) {
      return one.kind == vector.kind && vector.index >= one.index && vector.index < one.index + std::size_t{one.dwords};
    });
    if (is_source && (undefined.lanes & (use.all_lanes ? ~std::uint64_t{0} : exec)) != 0) find_origin(undefined.origin);
  }
  for (const unsigned index : inputs.scalars) {
    if (shadow.sgpr[index] != 0) find_origin(shadow.sgpr_origin[index]);
  }
  if (use.is_scalar && shadow.scc) find_origin(shadow.scc_origin);
  if (use.compare != RegisterUse::Compare::k_none) {
    const Operand& a = instruction.source[0];
    const Operand& b = instruction.source[1];
    const auto part_of = [](const Operand& operand, std::uint64_t value) {
      if (operand.select < 4) return value >> operand.select * 8U & 0xffU;
      if (operand.select < 6) return value >> (operand.select - 4U) * 16U & 0xffffU;
      if (operand.bits == 16) return (operand.high ? value >> 16U : value) & 0xffffU;
      return operand.bits == 64 ? value : value & 0xffffffffU;
    };
    const auto undefined_of = [&](const Operand& operand, unsigned lane) {
      std::uint64_t bits = 0;
      for (unsigned part = 0; part < std::min<unsigned>(operand.dwords, 2); ++part) {
        std::uint32_t word = 0;
        const std::size_t index = operand.index + std::size_t{part};
        if (operand.kind == OperandKind::k_vgpr && index < shadow.vgpr.size()) word = shadow.vgpr[index].at(lane);
        if (operand.kind == OperandKind::k_sgpr) word = shadow.sgpr[index];
        bits |= std::uint64_t{word} << 32U * part;
      }
      return part_of(operand, bits);
    };
    const bool is_exact = b.kind != OperandKind::k_none && !a.sign_extend && !b.sign_extend;
    for_each_lane(use.is_scalar ? 1 : exec, [&](unsigned lane) {
      const std::uint64_t bits = undefined_of(a, lane) | undefined_of(b, lane);
      if (bits == 0) return;
      const std::uint64_t unlike = part_of(a, read_source(state, a, lane)) ^ part_of(b, read_source(state, b, lane));
      if (use.compare == RegisterUse::Compare::k_real || !is_exact || (unlike & ~bits) == 0) {
        compared |= std::uint64_t{1} << lane;
      }
    });
  }

  Outcome outcome = emulator::execute(instruction, state);
  if (outcome.kind != Outcome::Kind::k_done) return outcome;
  for (auto& vector : inputs.vectors) vector.after = file_of(state, vector.kind)[vector.index];
  inputs.after = state.sgpr;
  inputs.scc_after = state.scc;
  inputs.pc_after = state.pc;
  const std::uint32_t mode_after = state.mode;

  for (unsigned trial = 0; trial < k_trials; ++trial) {
    unsigned number = 0;
    state.sgpr = inputs.before;
    state.scc = use.is_scalar && shadow.scc ? trial % 2 != 0 : inputs.scc;
    state.mode = inputs.mode;
    state.pc = inputs.pc;
    for (auto& vector : inputs.vectors) {
      const auto& undefined = file_of(shadow, vector.kind)[vector.index];
      Lanes& target = file_of(state, vector.kind)[vector.index];
      target = vector.before;
      if (undefined.lanes != 0) {
        const std::uint32_t same = pattern(trial, number, random_);
        for_each_lane(undefined.lanes, [&](unsigned lane) {
          const std::uint32_t value = trial < 6 ? same : pattern(trial, number, random_);
          target[lane] = (target[lane] & ~undefined.bits[lane]) | (value & undefined.bits[lane]);
        });
      }
      ++number;
    }
    for (const unsigned index : inputs.scalars) {
      const std::uint32_t undefined = shadow.sgpr[index];
      if (undefined != 0) {
        state.sgpr[index] = (state.sgpr[index] & ~undefined) | (pattern(trial, number, random_) & undefined);
      }
      ++number;
    }
    if (emulator::execute(instruction, state).kind != Outcome::Kind::k_done) continue;
    for (auto& vector : inputs.vectors) {
      const Lanes& got = file_of(state, vector.kind)[vector.index];
      for (unsigned lane = 0; lane < state.lanes; ++lane) vector.differs[lane] |= got[lane] ^ vector.after[lane];
    }
    for (unsigned i = 0; i < inputs.differs.size(); ++i) inputs.differs[i] |= state.sgpr[i] ^ inputs.after[i];
    inputs.scc_differs = inputs.scc_differs || state.scc != inputs.scc_after;
  }

  state.sgpr = inputs.after;
  state.scc = inputs.scc_after;
  state.mode = mode_after;
  state.pc = inputs.pc_after;
  const Operand& to = instruction.destination;
  for (auto& vector : inputs.vectors) {
    file_of(state, vector.kind)[vector.index] = vector.after;
    auto& undefined = file_of(shadow, vector.kind)[vector.index];
    const bool is_result = std::any_of(use.out.begin(), use.out.end(), [&](const RegisterUse::One& one) {
      return one.kind == vector.kind && vector.index >= one.index && vector.index < one.index + std::size_t{one.dwords};
    });
    for (unsigned lane = 0; lane < state.lanes; ++lane) {
      std::uint32_t bits = vector.differs[lane];
      if (is_result && use.fills && bits != 0 && (exec >> lane & 1U) != 0) bits = filled(to, bits);
      undefined.put(lane, bits);
    }
    if (is_result && has_origin) undefined.origin = origin;
  }
  for (unsigned i = 0; i < inputs.differs.size(); ++i) {
    const bool is_one = std::find(inputs.scalars.begin(), inputs.scalars.end(), i) != inputs.scalars.end();
    if (inputs.differs[i] == 0 && !is_one && inputs.after[i] == inputs.before[i]) continue;
    const bool was_undefined = shadow.sgpr[i] != 0 && inputs.after[i] == inputs.before[i];
    std::uint32_t bits = inputs.differs[i];
    if (use.is_scalar && use.fills && !use.out.empty() && use.out[0].index == i) bits = filled(bits);
    shadow.sgpr[i] = bits;
    if (bits != 0 && !was_undefined) shadow.sgpr_origin[i] = origin;
  }
  if (use.is_scalar) {
    shadow.scc = inputs.scc_differs || (compared != 0 && use.out.empty());
    if (shadow.scc && has_origin) shadow.scc_origin = origin;
  } else if (compared != 0 && to.kind == OperandKind::k_sgpr) {
    shadow.sgpr[to.index] |= static_cast<std::uint32_t>(compared);
    if (state.lanes == 64) shadow.sgpr[to.index + 1U] |= static_cast<std::uint32_t>(compared >> 32U);
    shadow.sgpr_origin[to.index] = shadow.sgpr_origin[to.index + 1U] = origin;
  }
  const std::uint64_t deciding = shadow.sgpr[k_exec_lo] | std::uint64_t{shadow.sgpr[k_exec_hi]} << 32U;
  shadow.sgpr[k_exec_lo] = shadow.sgpr[k_exec_hi] = 0;
  if (deciding != 0) {
    const std::uint64_t pc = state.pc;
    state.pc = inputs.pc;
    report(wave, std::countr_zero(deciding), "branches on", origin,
           "a value that decides which way to go is set on every path to here");
    state.pc = pc;
  }
  return outcome;
}

void Undefined::report(const Wave& wave, int lane, const char* what, const Origin& origin, const char* expected) {
  std::string message = std::string(what) + " a value that was never set";
  if (origin.place == Origin::Place::k_register) {
    log_.add(wave, lane, FindingKind::k_uninitialised, message, expected);
    return;
  }
  message += std::string(": ") + place_name(origin.place) + " had none where it was read";
  RememberedItem from;
  from.pc = origin.pc;
  from.group = wave.group->id;
  from.wave = wave.index;
  from.lanes = wave.state.lanes;
  from.lane = lane;
  log_.add(wave, lane, FindingKind::k_uninitialised, message, expected, place_name(origin.place), &from);
}

// Registers that addresses come from.
void Undefined::check_address(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  Shadow& shadow = *wave.shadow;
  const std::uint64_t exec = wave.state.exec();
  const char* expected = "an index or a pointer is set on every path to here";
  if (code.action && code.action->kind == MemoryKind::k_permute) return;
  const bool is_scalar = instruction.work == Work::k_scalar_memory;
  if (exec == 0 && !is_scalar) return;
  const bool has_base = instruction.base.kind == OperandKind::k_sgpr;
  for (const Operand* operand : {&instruction.address, &instruction.base, &instruction.scalar_offset}) {
    const bool is_vector = operand->kind == OperandKind::k_vgpr;
    if (!is_vector && operand->kind != OperandKind::k_sgpr) continue;
    const bool is_narrow = instruction.work == Work::k_lds || instruction.work == Work::k_scratch ||
                           instruction.work == Work::k_buffer || (has_base && is_vector);
    const unsigned dwords = is_vector ? (is_narrow ? 1U : 2U) : operand->dwords;
    for (unsigned part = 0; part < dwords; ++part) {
      const std::size_t index = operand->index + std::size_t{part};
      if (!is_vector && shadow.sgpr[index] != 0) {
        shadow.sgpr[index] = 0;
        report(wave, is_scalar ? -1 : std::countr_zero(exec), "accesses memory at", shadow.sgpr_origin[index], expected);
      }
      if (!is_vector || index >= shadow.vgpr.size()) continue;
      UndefinedLanes& lanes = shadow.vgpr[index];
      const std::uint64_t bad = lanes.lanes & exec;
      if (bad == 0) continue;
      lanes.lanes &= ~exec;
      report(wave, std::countr_zero(bad), "accesses memory at", lanes.origin, expected);
    }
  }
}

// The undefined bits of what is stored, in the order of MemoryUnit::read_data.
void Undefined::take_data(const Wave& wave, PendingAccess& access) const {
  const Instruction& instruction = access.code->instruction;
  const MemoryAction& action = *access.code->action;
  access.data_undefined_lanes = 0;
  if (action.kind == MemoryKind::k_load) return;
  Shadow& shadow = *wave.shadow;
  const auto take = [&](const Operand& operand, unsigned from, unsigned count, unsigned to) {
    if (operand.kind != OperandKind::k_vgpr && operand.kind != OperandKind::k_accvgpr) return;
    const auto& file = file_of(shadow, operand.kind);
    for (unsigned part = 0; part < count; ++part) {
      const std::size_t index = operand.index + std::size_t{from} + part;
      if (index >= file.size() || (file[index].lanes & access.exec) == 0) continue;
      if (access.data_undefined_lanes == 0) {
        for (Lanes& lanes : access.data_undefined) lanes.fill(0);
      }
      access.data_undefined_lanes |= file[index].lanes & access.exec;
      for_each_lane(file[index].lanes & access.exec,
                    [&](unsigned lane) { access.data_undefined[to + part][lane] = file[index].bits[lane]; });
    }
  };
  const unsigned dwords = action.dwords();
  take(instruction.data, 0, dwords, 0);
  if (action.kind == MemoryKind::k_store) {
    if (action.elements == 2) take(instruction.data2, 0, dwords, dwords);
    return;
  }
  if (instruction.work == Work::k_lds) {
    take(instruction.data2, 0, dwords, 2);
  } else if (action.operation == AtomicOperation::k_compare_swap) {
    take(instruction.data, dwords, dwords, 2);
  }
}

namespace {

// The undefined bits of a value of `bytes` bytes, as those of the register that it is loaded into.
std::uint32_t extended(const MemoryAction& action, std::uint32_t bits) {
  if (!action.is_signed) return bits;
  return action.bytes == 1 ? static_cast<std::uint32_t>(static_cast<std::int8_t>(bits))
                           : static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
}

void put_result(PendingAccess& access, unsigned lane, unsigned first, std::array<std::uint32_t, 4> words) {
  const MemoryAction& action = *access.code->action;
  words[0] = extended(action, words[0]);
  const std::uint64_t bit = std::uint64_t{1} << lane;
  const bool is_any = std::any_of(words.begin(), words.end(), [](std::uint32_t word) { return word != 0; });
  if (!is_any && (access.result_undefined_lanes & bit) == 0) return;
  if ((access.result_undefined_lanes & bit) == 0) {
    for (Lanes& lanes : access.result_undefined) lanes[lane] = 0;
  }
  access.result_undefined_lanes |= bit;
  for (unsigned part = 0; part < action.dwords() && first + part < 4; ++part) {
    access.result_undefined[first + part][lane] = words[part];
  }
}

// The undefined bits of what a lane stores, byte by byte.
std::array<std::uint32_t, 4> stored(const PendingAccess& access, unsigned lane, unsigned element) {
  const MemoryAction& action = *access.code->action;
  std::array<std::uint32_t, 4> words{};
  if ((access.data_undefined_lanes >> lane & 1U) == 0) return words;
  for (unsigned part = 0; part < action.dwords(); ++part) {
    words[part] = access.data_undefined[element * action.dwords() + part][lane];
  }
  if (action.is_high) words[0] >>= 16U;
  return words;
}

}  // namespace

void Undefined::load(std::uint8_t* bits, PendingAccess& access, unsigned lane, unsigned element) const {
  std::array<std::uint32_t, 4> words{};
  std::memcpy(words.data(), bits, access.code->action->bytes);
  const bool is_any = std::any_of(words.begin(), words.end(), [](std::uint32_t word) { return word != 0; });
  // What is compared may have a neighbour in its word that nobody set.
  if (is_any && log_.begins_exchange(access.code->instruction.pc)) words = {};
  put_result(access, lane, element * access.code->action->dwords(), words);
}

void Undefined::store(std::uint8_t* bits, const PendingAccess& access, unsigned lane, unsigned element) {
  const auto words = stored(access, lane, element);
  std::memcpy(bits, words.data(), access.code->action->bytes);
}

void Undefined::change(std::uint8_t* bits, PendingAccess& access, unsigned lane) {
  const unsigned bytes = access.code->action->bytes;
  std::array<std::uint32_t, 4> words = stored(access, lane, 0), before{};
  std::memcpy(before.data(), bits, bytes);
  if (access.code->action->operation != AtomicOperation::k_compare_swap) put_result(access, lane, 0, before);
  if (access.code->action->operation != AtomicOperation::k_swap) {
    for (unsigned i = 0; i < words.size(); ++i) words[i] |= before[i];
  }
  std::memcpy(bits, words.data(), bytes);
}

void Undefined::load_global(PendingAccess& access, unsigned lane) const {
  if (global_.empty()) return;
  std::array<std::uint32_t, 4> words{};
  for_each_line(access.address[lane], access.code->action->bytes, [&](std::uint64_t at, unsigned done, unsigned count) {
    const auto found = global_.find(at / k_line_bytes);
    if (found == global_.end()) return;
    std::memcpy(reinterpret_cast<std::uint8_t*>(words.data()) + done, found->second.data() + at % k_line_bytes, count);
  });
  put_result(access, lane, 0, words);
}

void Undefined::store_global(const Wave& wave, const PendingAccess& access, unsigned lane) {
  const MemoryAction& action = *access.code->action;
  if (global_.empty() && (access.data_undefined_lanes >> lane & 1U) == 0) return;
  auto words = stored(access, lane, 0);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
  if (std::all_of(bytes, bytes + action.bytes, [](std::uint8_t byte) { return byte != 0; })) {
    const auto& file = file_of(*wave.shadow, access.code->instruction.data.kind);
    const std::size_t index = access.code->instruction.data.index;
    report(wave, static_cast<int>(lane), "writes to global memory", index < file.size() ? file[index].origin : Origin{},
           "a value that is written is set on every path to here");
    words = {};
  }
  const bool is_any = std::any_of(words.begin(), words.end(), [](std::uint32_t word) { return word != 0; });
  for_each_line(access.address[lane], action.bytes, [&](std::uint64_t at, unsigned done, unsigned count) {
    if (!is_any && global_.find(at / k_line_bytes) == global_.end()) return;
    std::memcpy(global_[at / k_line_bytes].data() + at % k_line_bytes,
                reinterpret_cast<const std::uint8_t*>(words.data()) + done, count);
  });
}

// The bits go the way of the data; a lane that is chosen by an undefined number gets undefined ones.
void Undefined::permute(Wave& wave, PendingAccess& access) const {
  const Instruction& instruction = access.code->instruction;
  Shadow& shadow = *wave.shadow;
  const bool is_swizzle = name(instruction) == "ds_swizzle_b32";
  const Operand& data = is_swizzle ? instruction.address : instruction.data;
  access.result_undefined_lanes = 0;
  const UndefinedLanes& undefined = shadow.vgpr[data.index];
  const UndefinedLanes* chooses = is_swizzle ? nullptr : &shadow.vgpr[instruction.address.index];
  if (undefined.lanes == 0 && (chooses == nullptr || chooses->lanes == 0)) return;
  PermutedLanes bits{};
  if (chooses == nullptr || data.index != instruction.address.index) {
    Lanes& values = wave.state.vgpr[data.index];
    const Lanes before = values;
    for (unsigned lane = 0; lane < wave.state.lanes; ++lane) values[lane] = undefined.at(lane);
    bits = lane_permute(instruction, wave.state);
    values = before;
  }
  for (unsigned lane = 0; lane < wave.state.lanes; ++lane) {
    constexpr std::uint32_t k_lane_bits = 0xfc;
    if (chooses != nullptr && (chooses->at(lane) & k_lane_bits) != 0) bits.value[lane] = ~0U;
    access.result_undefined[0][lane] = bits.value[lane];
    if (bits.value[lane] != 0) access.result_undefined_lanes |= std::uint64_t{1} << lane;
  }
}

// As MemoryUnit::deliver.
void Undefined::deliver(Wave& wave, const PendingAccess& access) const {
  const MemoryAction& action = *access.code->action;
  const Operand& to = access.code->instruction.destination;
  auto& file = file_of(*wave.shadow, to.kind);
  const std::uint64_t lanes = action.kind == MemoryKind::k_permute ? access.result_lanes : access.exec;
  const bool is_half = action.is_half && action.kind == MemoryKind::k_load;
  for (unsigned part = 0; part < action.dwords() * action.elements; ++part) {
    UndefinedLanes& target = file[to.index + std::size_t{part}];
    if (!is_half && (access.result_undefined_lanes & lanes) == 0) {
      target.lanes &= ~lanes;
      continue;
    }
    for_each_lane(lanes, [&](unsigned lane) {
      std::uint32_t bits = (access.result_undefined_lanes >> lane & 1U) != 0 ? access.result_undefined[part][lane] : 0;
      if (is_half) {
        const std::uint32_t before = target.at(lane);
        bits &= 0xffffU;
        bits = action.is_high ? (before & 0xffffU) | bits << 16U : (before & 0xffff0000U) | bits;
      }
      target.put(lane, bits);
    });
    if ((access.result_undefined_lanes & lanes) == 0) continue;
    target.origin = action.kind == MemoryKind::k_permute ? Origin{} : Origin{access.code->instruction.pc, place_of(access)};
  }
}

void Undefined::deliver_scalar(Wave& wave, const PendingAccess& access) const {
  const Operand& to = access.code->instruction.destination;
  if (to.kind != OperandKind::k_sgpr) return;
  for (unsigned part = 0; part < access.code->action->dwords(); ++part) wave.shadow->sgpr[to.index + part] = 0;
}

}  // namespace clc::emulator

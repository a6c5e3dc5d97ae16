#include "machine/undefined.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace clc::emulator {
namespace {

constexpr unsigned k_trials = 10, k_fixed_trials = 6;
constexpr const char* k_set_before_branch = "a value that decides which way to go is set on every path to here";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return contains(text, part); });
}

// Arithmetic mixes neighbouring bits. Instructions that place bits do not, and neither do copies.
bool is_arithmetic(std::string_view text) {
  return contains_any(
      text, {"add",   "sub",  "mul",   "mad",  "fma", "mac",  "cvt", "rcp",   "rsq",   "sqrt",   "_exp", "log",
             "_sin",  "_cos", "ldexp", "div",  "min", "max",  "med", "trunc", "rndne", "floor",  "ceil", "fract",
             "frexp", "sad",  "dot",   "_bfm", "_ff", "bcnt", "clz", "ctz",   "_cls",  "absdiff"});
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
  if (operand.is_halved && is_wide) one.dwords /= 2;
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
  use->fills =
      is_arithmetic(text) || (instruction.format == Format::k_vopd && is_arithmetic(opcode_name(instruction.opcode2)));
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

std::vector<Lanes>& file_of(WaveState& state, OperandKind kind) {
  return kind == OperandKind::k_vgpr ? state.vgpr : state.accvgpr;
}

// Values of undefined bits in one of the trials: first all zeros and all ones, then the same with one register unlike
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
  const unsigned low = static_cast<unsigned>(std::countr_zero(bits)),
                 high = 31U - static_cast<unsigned>(std::countl_zero(bits));
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
      } else if (const auto& file = shadow.file(one.kind); index < file.size()) {
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
    return execute_again(wave, code, use);
  }
  Outcome outcome = emulator::execute(instruction, state);
  for (const RegisterUse::One& one : use.out) {
    for (unsigned part = 0; part < one.dwords; ++part) {
      const std::size_t index = one.index + std::size_t{part};
      if (one.kind == OperandKind::k_sgpr) {
        shadow.sgpr[index] = 0;
      } else if (auto& file = shadow.file(one.kind); index < file.size()) {
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
    const auto& file = shadow.file(from.kind);
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
  const char* expected = k_set_before_branch;
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

// The registers that an instruction reads and writes: as they were before, as they are after, and which bits differ
// from trial to trial.
struct Undefined::Inputs {
  struct Vector {
    OperandKind kind{};
    std::size_t index = 0;
    bool is_result = false;
    Lanes before{}, after{}, differs{};
  };
  std::vector<Vector> vectors;
  std::vector<unsigned> scalars;
  std::array<std::uint32_t, 128> before{}, after{}, differs{};
  bool scc = false, scc_after = false, scc_differs = false;
  std::uint32_t mode = 0, mode_after = 0;
  std::uint64_t pc = 0, pc_after = 0, exec = 0;
  std::uint64_t compared = 0;  // lanes in which numbers were compared that may be equal
  Origin origin;               // of one of the undefined bits that were read

  void take(const WaveState& state, const RegisterUse::One& one, std::size_t more, bool is_result);
  void take_all(const WaveState& state, const RegisterUse& use);
  void keep_after(WaveState& state);
  void compare_after(WaveState& state);
  void put_after(WaveState& state) const;
};

void Undefined::Inputs::take(const WaveState& state, const RegisterUse::One& one, std::size_t more, bool is_result) {
  for (unsigned part = 0; part < one.dwords; ++part) {
    const std::size_t at = one.index + part + more;
    if (one.kind == OperandKind::k_sgpr) {
      const auto number = static_cast<unsigned>(at);
      if (at < before.size() && std::find(scalars.begin(), scalars.end(), number) == scalars.end()) {
        scalars.push_back(number);
      }
      continue;
    }
    const auto& file = one.kind == OperandKind::k_vgpr ? state.vgpr : state.accvgpr;
    if (at >= file.size()) continue;
    auto found = std::find_if(vectors.begin(), vectors.end(),
                              [&](const Vector& other) { return other.kind == one.kind && other.index == at; });
    if (found == vectors.end()) {
      found = vectors.insert(vectors.end(), Vector{one.kind, at, false, file[at], {}, {}});
    }
    found->is_result = found->is_result || is_result;
  }
}

// With the registers that M0 makes of those that the operands name.
void Undefined::Inputs::take_all(const WaveState& state, const RegisterUse& use) {
  const bool is_moved = use.is_moved || (state.mode & k_mode_index) != 0;
  for (const bool is_result : {false, true}) {
    for (const RegisterUse::One& one : is_result ? use.out : use.in) {
      take(state, one, 0, is_result);
      if (is_moved) take(state, one, state.sgpr[k_m0] & 0xffU, is_result);
    }
  }
  before = state.sgpr;
  scc = state.scc;
  mode = state.mode;
  pc = state.pc;
  exec = state.exec();
}

void Undefined::Inputs::keep_after(WaveState& state) {
  for (Vector& vector : vectors) vector.after = file_of(state, vector.kind)[vector.index];
  after = state.sgpr;
  scc_after = state.scc;
  pc_after = state.pc;
  mode_after = state.mode;
}

void Undefined::Inputs::compare_after(WaveState& state) {
  for (Vector& vector : vectors) {
    const Lanes& got = file_of(state, vector.kind)[vector.index];
    for (unsigned lane = 0; lane < state.lanes; ++lane) vector.differs[lane] |= got[lane] ^ vector.after[lane];
  }
  for (unsigned i = 0; i < differs.size(); ++i) differs[i] |= state.sgpr[i] ^ after[i];
  scc_differs = scc_differs || state.scc != scc_after;
}

void Undefined::Inputs::put_after(WaveState& state) const {
  for (const Vector& vector : vectors) file_of(state, vector.kind)[vector.index] = vector.after;
  state.sgpr = after;
  state.scc = scc_after;
  state.mode = mode_after;
  state.pc = pc_after;
}

Origin Undefined::find_origin(const Shadow& shadow, const RegisterUse& use, const Inputs& inputs) {
  const std::uint64_t lanes = use.all_lanes ? ~std::uint64_t{0} : inputs.exec;
  for (const RegisterUse::One& one : use.in) {
    for (unsigned part = 0; part < one.dwords; ++part) {
      const std::size_t index = one.index + std::size_t{part};
      if (one.kind == OperandKind::k_sgpr) {
        if (shadow.sgpr[index] != 0) return shadow.sgpr_origin[index];
      } else {
        const auto& file = one.kind == OperandKind::k_vgpr ? shadow.vgpr : shadow.accvgpr;
        if (index < file.size() && (file[index].lanes & lanes) != 0) return file[index].origin;
      }
    }
  }
  return use.is_scalar && shadow.scc ? shadow.scc_origin : Origin{};
}

namespace {

// The part of a number that an operand means.
std::uint64_t part_of(const Operand& operand, std::uint64_t value) {
  if (operand.select < 4) return value >> operand.select * 8U & 0xffU;
  if (operand.select < 6) return value >> (operand.select - 4U) * 16U & 0xffffU;
  if (operand.bits == 16) return (operand.high ? value >> 16U : value) & 0xffffU;
  return operand.bits == 64 ? value : value & 0xffffffffU;
}

std::uint64_t undefined_of(const WaveShadow& shadow, const Operand& operand, unsigned lane) {
  std::uint64_t bits = 0;
  for (unsigned part = 0; part < std::min<unsigned>(operand.dwords, 2); ++part) {
    std::uint32_t word = 0;
    const std::size_t index = operand.index + std::size_t{part};
    if (operand.kind == OperandKind::k_vgpr && index < shadow.vgpr.size()) word = shadow.vgpr[index].at(lane);
    if (operand.kind == OperandKind::k_sgpr) word = shadow.sgpr[index];
    bits |= std::uint64_t{word} << 32U * part;
  }
  return part_of(operand, bits);
}

}  // namespace

// Lanes in which a comparison depends on undefined bits although no trial may show it: two numbers are hardly ever
// equal.
std::uint64_t Undefined::compared_lanes(const Wave& wave, const Instruction& instruction, const RegisterUse& use) {
  if (use.compare == RegisterUse::Compare::k_none) return 0;
  const Operand& a = instruction.source[0];
  const Operand& b = instruction.source[1];
  const bool is_exact = b.kind != OperandKind::k_none && !a.sign_extend && !b.sign_extend;
  std::uint64_t lanes = 0;
  for_each_lane(use.is_scalar ? 1 : wave.state.exec(), [&](unsigned lane) {
    const std::uint64_t bits = undefined_of(*wave.shadow, a, lane) | undefined_of(*wave.shadow, b, lane);
    if (bits == 0) return;
    const std::uint64_t unlike =
        part_of(a, read_source(wave.state, a, lane)) ^ part_of(b, read_source(wave.state, b, lane));
    if (use.compare == RegisterUse::Compare::k_real || !is_exact || (unlike & ~bits) == 0) {
      lanes |= std::uint64_t{1} << lane;
    }
  });
  return lanes;
}

// Puts the registers back as they were, with other values in their undefined bits.
void Undefined::put_trial(WaveState& state, const Shadow& shadow, const RegisterUse& use, const Inputs& inputs,
                          unsigned trial) {
  state.sgpr = inputs.before;
  state.scc = use.is_scalar && shadow.scc ? trial % 2 != 0 : inputs.scc;
  state.mode = inputs.mode;
  state.pc = inputs.pc;
  unsigned number = 0;
  for (const auto& vector : inputs.vectors) {
    const auto& file = vector.kind == OperandKind::k_vgpr ? shadow.vgpr : shadow.accvgpr;
    const UndefinedLanes& undefined = file[vector.index];
    Lanes& target = file_of(state, vector.kind)[vector.index];
    target = vector.before;
    const std::uint32_t same = undefined.lanes != 0 ? pattern(trial, number, random_) : 0;
    for_each_lane(undefined.lanes, [&](unsigned lane) {
      const std::uint32_t value = trial < k_fixed_trials ? same : pattern(trial, number, random_);
      target[lane] = (target[lane] & ~undefined.bits[lane]) | (value & undefined.bits[lane]);
    });
    ++number;
  }
  for (const unsigned index : inputs.scalars) {
    const std::uint32_t undefined = shadow.sgpr[index];
    if (undefined != 0) {
      state.sgpr[index] = (state.sgpr[index] & ~undefined) | (pattern(trial, number, random_) & undefined);
    }
    ++number;
  }
}

// Bits that differ are undefined now.
void Undefined::settle(const WaveState& state, Shadow& shadow, const Instruction& instruction, const RegisterUse& use,
                       const Inputs& inputs) {
  const Operand& to = instruction.destination;
  for (const auto& vector : inputs.vectors) {
    UndefinedLanes& undefined = shadow.file(vector.kind)[vector.index];
    for (unsigned lane = 0; lane < state.lanes; ++lane) {
      std::uint32_t bits = vector.differs[lane];
      if (bits != 0 && vector.is_result && use.fills && (inputs.exec >> lane & 1U) != 0) bits = filled(to, bits);
      undefined.put(lane, bits);
    }
    if (vector.is_result) undefined.origin = inputs.origin;
  }
  for (unsigned i = 0; i < inputs.differs.size(); ++i) {
    const bool is_one = std::find(inputs.scalars.begin(), inputs.scalars.end(), i) != inputs.scalars.end();
    if (inputs.differs[i] == 0 && !is_one && inputs.after[i] == inputs.before[i]) continue;
    const bool is_old = shadow.sgpr[i] != 0 && inputs.after[i] == inputs.before[i];
    const bool is_result = use.is_scalar && use.fills && !use.out.empty() && use.out[0].index == i;
    shadow.sgpr[i] = is_result ? filled(inputs.differs[i]) : inputs.differs[i];
    if (shadow.sgpr[i] != 0 && !is_old) shadow.sgpr_origin[i] = inputs.origin;
  }
  if (use.is_scalar) {
    shadow.scc = inputs.scc_differs || (inputs.compared != 0 && use.out.empty());
    if (shadow.scc) shadow.scc_origin = inputs.origin;
  } else if (inputs.compared != 0 && to.kind == OperandKind::k_sgpr) {
    shadow.sgpr[to.index] |= static_cast<std::uint32_t>(inputs.compared);
    if (state.lanes == 64) shadow.sgpr[to.index + 1U] |= static_cast<std::uint32_t>(inputs.compared >> 32U);
    shadow.sgpr_origin[to.index] = shadow.sgpr_origin[to.index + 1U] = inputs.origin;
  }
}

// Executes it once as it is, and then with other values in the undefined bits.
Outcome Undefined::execute_again(Wave& wave, const DecodedInstruction& code, const RegisterUse& use) {
  const Instruction& instruction = code.instruction;
  WaveState& state = wave.state;
  Shadow& shadow = *wave.shadow;
  Inputs inputs;
  inputs.take_all(state, use);
  inputs.origin = find_origin(shadow, use, inputs);
  inputs.compared = compared_lanes(wave, instruction, use);
  Outcome outcome = emulator::execute(instruction, state);
  if (outcome.kind != Outcome::Kind::k_done) return outcome;
  inputs.keep_after(state);
  for (unsigned trial = 0; trial < k_trials; ++trial) {
    put_trial(state, shadow, use, inputs, trial);
    if (emulator::execute(instruction, state).kind == Outcome::Kind::k_done) inputs.compare_after(state);
  }
  inputs.put_after(state);
  settle(state, shadow, instruction, use, inputs);
  const std::uint64_t deciding = shadow.sgpr[k_exec_lo] | std::uint64_t{shadow.sgpr[k_exec_hi]} << 32U;
  shadow.sgpr[k_exec_lo] = shadow.sgpr[k_exec_hi] = 0;
  if (deciding != 0) {
    state.pc = inputs.pc;
    report(wave, std::countr_zero(deciding), "branches on", inputs.origin, k_set_before_branch);
    state.pc = inputs.pc_after;
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
  const ItemPlace from = place_of(wave, origin.pc, lane);
  log_.add(wave, lane, FindingKind::k_uninitialised, message, expected, place_name(origin.place), &from);
}

}  // namespace clc::emulator

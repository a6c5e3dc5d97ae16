#include <algorithm>
#include <cfenv>
#include <cmath>

#include "isa/execute_table.h"
#include "isa/operands.h"
#include "isa/quick.h"
#include "isa/saturate.h"
#include "isa/wave_state.h"

namespace clc::emulator {
namespace {

using pseudocode::Call;
using pseudocode::Executed;

// MODE: rounding of singles, of doubles and halves; then which denormals are kept, of each: 1 inputs, 2 results.
constexpr unsigned k_denormal_inputs = 1, k_denormal_results = 2;
constexpr std::uint32_t k_mode_dx10_clamp = 0x100;

unsigned round_mode(const WaveState& wave, unsigned bits) {
  return wave.mode >> (bits == 32 ? 0 : 2) & 3U;
}
unsigned denormal_mode(const WaveState& wave, unsigned bits) {
  return wave.mode >> (bits == 32 ? 4 : 6) & 3U;
}

std::uint64_t sign_bit(unsigned bits) {
  return std::uint64_t{1} << (bits - 1);
}

// `value` without its fraction if it is a denormal number of that size.
std::uint64_t flushed(std::uint64_t value, unsigned bits) {
  const std::uint64_t exponents = bits == 16 ? 0x7c00U : bits == 32 ? 0x7f800000U : 0x7ff0000000000000U;
  return (value & exponents) == 0 ? value & sign_bit(bits) : value;
}

std::uint64_t clamped(std::uint64_t value, unsigned bits, bool nan_to_zero) {
  const auto of = [&](double number) {
    return std::isnan(number) && !nan_to_zero ? number : number > 0 ? std::min(number, 1.0) : 0;
  };
  if (bits == 64) return pseudocode::to_bits(of(pseudocode::as_f64(value)));
  if (bits == 32) return pseudocode::to_bits(static_cast<float>(of(pseudocode::as_f32(value))));
  return F16::from(of(pseudocode::as_f16(value).to_float())).bits;
}

std::uint64_t multiplied(std::uint64_t value, unsigned bits, unsigned output_modifier) {
  constexpr double factors[] = {1, 2, 4, 0.5};
  const double factor = factors[output_modifier];
  if (bits == 64) return pseudocode::to_bits(pseudocode::as_f64(value) * factor);
  if (bits == 32) return pseudocode::to_bits(pseudocode::as_f32(value) * static_cast<float>(factor));
  return F16::from(pseudocode::as_f16(value).to_float() * factor).bits;
}

// One half of a dual instruction, or the whole of any other.
struct Part {
  const Executed* executed = nullptr;
  Opcode opcode{};
  const Operand* source[3] = {};
  const Operand* destination = nullptr;
  const Operand* mask = nullptr;  // the second destination: carries
  Call call;
};

// Executes one vector instruction: gathers the sources of all active lanes, calls the function, writes what came out.
class VectorExecution {
 public:
  VectorExecution(const Instruction& instruction, WaveState& wave) : instruction_(instruction), wave_(wave) {}

  void prepare(Part& part) {
    Call& call = part.call;
    call.wave = &wave_;
    call.instruction = &instruction_;
    call.op_sel = instruction_.op_sel;
    call.op_sel_hi = instruction_.op_sel_hi;
    call.neg = instruction_.neg;
    call.simm32 = instruction_.literal;
    call.simm16 = instruction_.literal;
    call.ieee = (wave_.mode & k_mode_ieee) != 0;
    call.active = wave_.exec();
    if (part.executed->by_hand) return;
    // v_s_rcp_f32 and its like: uniform, whatever EXEC is.
    if (part.destination->kind == OperandKind::k_sgpr && !part.destination->mask) call.active = 1;
    source_lanes(part);
    for (unsigned i = 0; i < 3; ++i) {
      const Operand& source = *part.source[i];
      if (source.kind == OperandKind::k_none) continue;
      if (source.mask) {
        call.carry_in = read_source(wave_, source, 0);
      } else {
        gather(call, i, source);
      }
    }
    const bool has_mask_source = part.source[2]->mask;
    if (!has_mask_source) call.carry_in = wave_.vcc();
    if (part.executed->reads_destination) gather_destination(call, *part.destination);
  }

  void run(Part& part) {
    const unsigned size = part.destination->real ? size_of_number(*part.destination) : size_of_number(*part.source[0]);
    constexpr int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const unsigned mode = round_mode(wave_, size);
    if (mode != 0) std::fesetround(modes[mode]);
    part.executed->function(part.call);
    if (instruction_.clamp && !part.destination->real && part.destination->kind == OperandKind::k_vgpr &&
        !part.executed->by_hand && !saturate(part.opcode, part.call)) {
      part.call.error = "clamp of an integer instruction that is not known to saturate";
    }
    if (mode != 0) std::fesetround(FE_TONEAREST);
  }

  void finish(Part& part) {
    if (part.executed->by_hand) return;
    const Operand& destination = *part.destination;
    if (destination.mask) {
      write_mask(destination, part.call.mask_out);
      // gfx942's v_cmpx gives EXEC and a mask; on the others the mask is EXEC.
      if (is_cdna(wave_.chip) && name(instruction_).substr(0, 6) == "v_cmpx") wave_.set_exec(part.call.mask_out);
    } else {
      scatter(part.call, destination);
    }
    if (part.mask->kind != OperandKind::k_none) write_mask(*part.mask, part.call.mask_out);
  }

 private:
  // The size in bits of one number: half of a packed operand.
  static unsigned size_of_number(const Operand& operand) {
    const unsigned bits = operand.bits == 0 ? 32 : operand.bits;
    return operand.packed ? bits / 2 : bits;
  }

  // Which lane each lane reads the first source from, where there is DPP, and which lanes execute.
  void source_lanes(Part& part) {
    const LanePermutation& permutation = instruction_.lanes;
    permuted_ = permutation.kind != LanePermutation::Kind::k_none;
    if (!permuted_) return;
    const std::uint64_t exec = wave_.exec();
    for (unsigned lane = 0; lane < wave_.lanes; ++lane) {
      const bool dpp8 = permutation.kind == LanePermutation::Kind::k_dpp8;
      const int from = dpp8 ? static_cast<int>((lane & ~7U) + (permutation.control >> lane % 8 * 3 & 7U))
                            : dpp16_source(permutation.control, lane);
      const bool readable = from >= 0 && (permutation.fetch_inactive || (exec >> from & 1U) != 0);
      from_[lane] = readable ? static_cast<std::int8_t>(from) : static_cast<std::int8_t>(-1);
      const bool masked =
          (permutation.row_mask >> lane / 16 & 1U) == 0 || (permutation.bank_mask >> lane % 16 / 4 & 1U) == 0;
      if (masked || (!readable && !dpp8 && !permutation.bound_control)) part.call.active &= ~(std::uint64_t{1} << lane);
    }
  }

  // -1: no such lane. The controls are those of AMD's manuals, "DPP16"; the wave_ and bcast ones are gfx942's.
  int dpp16_source(unsigned control, unsigned lane) const {
    const int in_row = static_cast<int>(lane % 16), row = static_cast<int>(lane - lane % 16),
              all = static_cast<int>(wave_.lanes);
    const int count = static_cast<int>(control & 15U), i = static_cast<int>(lane);
    if (control <= 0xff) return static_cast<int>((lane & ~3U) + (control >> lane % 4 * 2 & 3U));
    if (control <= 0x10f) return in_row + count < 16 ? i + count : -1;        // row_shl
    if (control <= 0x11f) return in_row - count >= 0 ? i - count : -1;        // row_shr
    if (control <= 0x12f) return row + (in_row - count + 16) % 16;            // row_ror
    if (control == 0x130) return i + 1 < all ? i + 1 : -1;                    // wave_shl
    if (control == 0x134) return (i + 1) % all;                               // wave_rol
    if (control == 0x138) return i - 1;                                       // wave_shr
    if (control == 0x13c) return (i + all - 1) % all;                         // wave_ror
    if (control == 0x140) return row + 15 - in_row;                           // row_mirror
    if (control == 0x141) return row + (in_row ^ 7);                          // row_half_mirror
    if (control == 0x142) return row >= 16 ? row - 1 : -1;                    // row_bcast15
    if (control == 0x143) return i >= 32 ? 31 : -1;                           // row_bcast31
    if (control >= 0x150 && control <= 0x15f) return row + count;             // row_share, row_newbcast
    if (control >= 0x160 && control <= 0x16f) return row + (in_row ^ count);  // row_xmask
    return -1;
  }

  void gather(Call& call, unsigned number, const Operand& operand) {
    std::uint64_t* values = call.source[number];
    if (operand.kind == OperandKind::k_vgpr || operand.kind == OperandKind::k_accvgpr) {
      gather_registers(call, number, operand);
    } else {
      const Quick::Change change = change_of(instruction_, number, operand);
      const std::uint64_t value = modified(change, operand, read_source(wave_, operand, 0));
      std::fill(values, values + wave_.lanes, value);
    }
  }

  void gather_registers(Call& call, unsigned number, const Operand& operand) {
    std::uint64_t* values = call.source[number];
    const auto& file = operand.kind == OperandKind::k_vgpr ? wave_.vgpr : wave_.accvgpr;
    const std::size_t index = operand.index + relative(number);
    if (index + operand.dwords > file.size()) {
      call.leaves_registers = true;
      return;
    }
    const Lanes& low = file[index];
    const Lanes* high = operand.dwords > 1 ? &file[index + 1] : nullptr;
    const Quick::Change change = change_of(instruction_, number, operand);
    for (std::uint64_t rest = call.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(rest));
      const int from = permuted_ && number == 0 ? from_[lane] : static_cast<int>(lane);
      std::uint64_t value = 0;
      if (from >= 0) {
        value = low[static_cast<unsigned>(from)];
        if (high != nullptr) value |= std::uint64_t{(*high)[static_cast<unsigned>(from)]} << 32U;
      }
      values[lane] = modified(change, operand, value);
    }
  }

  // gfx942: M0 moves the vector registers of sources (bits 12 to 14) and of the destination (bit 15).
  unsigned relative(unsigned operand_number) const {
    if (!is_cdna(wave_.chip) || (wave_.mode & k_mode_index) == 0) return 0;
    const std::uint32_t m0 = wave_.sgpr[k_m0];
    return (m0 >> (12 + operand_number) & 1U) != 0 ? m0 & 0xffU : 0;
  }

  std::uint64_t modified(const Quick::Change& change, const Operand& operand, std::uint64_t value) const {
    if (operand.select != 6) value = selected(operand, value);
    value = changed_value(change, operand.dwords, value);
    const unsigned bits = size_of_number(operand);
    if (!operand.real || (denormal_mode(wave_, bits) & k_denormal_inputs) != 0) return value;
    if (!operand.packed) return flushed(value, bits);
    if (instruction_.format != Format::k_vop3p) return value;
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    return flushed(value & mask, bits) | flushed(value >> bits & mask, bits) << bits;
  }

  // SDWA: a byte or a word of a dword.
  static std::uint64_t selected(const Operand& operand, std::uint64_t value) {
    const unsigned bits = operand.select < 4 ? 8 : 16,
                   shift = operand.select < 4 ? operand.select * 8 : (operand.select - 4) * 16;
    value = value >> shift & ((std::uint64_t{1} << bits) - 1);
    if (operand.sign_extend && (value & sign_bit(bits)) != 0) value |= ~std::uint64_t{0} << bits;
    return value & 0xffffffffU;
  }

  void gather_destination(Call& call, const Operand& operand) {
    if (operand.kind != OperandKind::k_vgpr || operand.mask) {
      std::fill(call.destination, call.destination + wave_.lanes, 0);
      return;
    }
    const bool flushes =
        operand.real && operand.bits == 32 && (denormal_mode(wave_, operand.bits) & k_denormal_inputs) == 0;
    for (std::uint64_t rest = call.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(rest));
      std::uint64_t value = read_source(wave_, operand, lane);
      if (flushes) value = flushed(value, operand.bits);
      call.destination[lane] = operand.bits == 16 ? (operand.high ? value >> 16U : value & 0xffffU) : value;
    }
  }

  void write_mask(const Operand& operand, std::uint64_t bits) {
    write_dword(wave_, operand, 0, static_cast<std::uint32_t>(bits), 0);
    if (wave_.lanes == 64) write_dword(wave_, operand, 0, static_cast<std::uint32_t>(bits >> 32U), 1);
  }

  void scatter(Call& call, Operand destination) {
    if (destination.kind == OperandKind::k_sgpr || destination.kind == OperandKind::k_null) {
      scatter_scalar(call, destination);
      return;
    }
    destination.index = static_cast<std::uint16_t>(destination.index + relative(3));
    if (destination.kind == OperandKind::k_vgpr && destination.index + destination.dwords > wave_.vgpr.size()) {
      call.leaves_registers = true;
      return;
    }
    for (std::uint64_t rest = call.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(rest));
      write_lane(destination, lane, result(destination, call.destination[lane]));
    }
  }

  void scatter_scalar(Call& call, const Operand& destination) {
    const std::uint64_t value = result(destination, call.destination[0]);
    for (unsigned part = 0; part < destination.dwords; ++part) {
      write_dword(wave_, destination, 0, static_cast<std::uint32_t>(value >> 32 * part), part);
    }
  }

  // Output modifier, clamp, denormals.
  std::uint64_t result(const Operand& destination, std::uint64_t value) const {
    if (!destination.real) return value;
    const unsigned bits = size_of_number(destination);
    const bool flush = (denormal_mode(wave_, bits) & k_denormal_results) == 0;
    if (instruction_.output_modifier == 0 && !instruction_.clamp && !flush) return value;
    if (!destination.packed) return finished(value, bits, flush);
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    return finished(value & mask, bits, flush) | finished(value >> bits & mask, bits, flush) << bits;
  }

  std::uint64_t finished(std::uint64_t value, unsigned bits, bool flush) const {
    if (instruction_.output_modifier != 0) value = multiplied(value, bits, instruction_.output_modifier);
    if (instruction_.clamp) {
      const bool nan_to_zero = is_rdna4(wave_.chip) || (wave_.mode & k_mode_dx10_clamp) != 0;
      value = clamped(value, bits, nan_to_zero);
    }
    return flush ? flushed(value, bits) : value;
  }

  void write_lane(const Operand& destination, unsigned lane, std::uint64_t value) {
    if (instruction_.sdwa && instruction_.destination_select != 6) {
      write_dword(wave_, destination, lane, placed(destination, lane, static_cast<std::uint32_t>(value)));
      return;
    }
    if (destination.bits != 16) {
      for (unsigned part = 0; part < destination.dwords; ++part) {
        write_dword(wave_, destination, lane, static_cast<std::uint32_t>(value >> 32 * part), part);
      }
      return;
    }
    const auto half = static_cast<std::uint32_t>(value & 0xffffU);
    const std::uint32_t other = read_dword(wave_, destination, lane) & kept_beside_half(wave_.chip, destination.high);
    write_dword(wave_, destination, lane, destination.high ? half << 16U | other : half | other);
  }

  // SDWA: the result as a byte or a word of the destination, and what becomes of the rest.
  std::uint32_t placed(const Operand& destination, unsigned lane, std::uint32_t value) const {
    const unsigned select = instruction_.destination_select;
    const unsigned bits = select < 4 ? 8 : 16, shift = select < 4 ? select * 8 : (select - 4) * 16;
    const std::uint32_t mask = ((std::uint32_t{1} << bits) - 1) << shift;
    const std::uint32_t part = value << shift & mask;
    switch (instruction_.destination_unused) {
      case 0:
        return part;
      case 1: {
        const bool negative = (part >> (shift + bits - 1) & 1U) != 0;
        const std::uint32_t above = shift + bits == 32 ? 0 : ~std::uint32_t{0} << (shift + bits);
        return negative ? part | above : part;
      }
      default:
        return part | (read_dword(wave_, destination, lane) & ~mask);
    }
  }

  const Instruction& instruction_;
  WaveState& wave_;
  bool permuted_ = false;
  std::int8_t from_[k_max_lanes] = {};
};

const Executed& executed_of(std::uint16_t index) {
  return pseudocode::k_executed[index];
}

Outcome failed(const Instruction& instruction, const std::string& what) {
  return {Outcome::Kind::k_failed, full_name(instruction) + ": " + what};
}

constexpr const char* k_leaves_registers = "a register that M0 chooses is not allocated";

bool has_failed(const Call& call) {
  return call.error != nullptr || call.leaves_registers;
}

Outcome failure_of(const Call& call, const Instruction& instruction) {
  if (call.error != nullptr) return failed(instruction, call.error);
  return {Outcome::Kind::k_left_registers, full_name(instruction) + ": " + k_leaves_registers};
}

Outcome execute_vector(const Instruction& instruction, WaveState& wave) {
  VectorExecution execution(instruction, wave);
  thread_local Part parts[2];
  const unsigned count = instruction.format == Format::k_vopd ? 2 : 1;
  for (unsigned i = 0; i < count; ++i) {
    Part& part = parts[i];
    part.opcode = i == 0 ? instruction.opcode : instruction.opcode2;
    part.executed = &executed_of(i == 0 ? instruction.execute_index : instruction.execute_index2);
    for (unsigned s = 0; s < 3; ++s) part.source[s] = i == 0 ? &instruction.source[s] : &instruction.source2[s];
    part.destination = i == 0 ? &instruction.destination : &instruction.destination2;
    static const Operand k_none;
    part.mask = instruction.format == Format::k_vopd ? &k_none : &instruction.destination2;
    part.call.mask_out = 0;
    part.call.carry_in = 0;
    part.call.error = nullptr;
    part.call.leaves_registers = false;
    execution.prepare(part);
  }
  for (unsigned i = 0; i < count; ++i) execution.run(parts[i]);
  for (unsigned i = 0; i < count; ++i) {
    if (!has_failed(parts[i].call)) execution.finish(parts[i]);
    if (has_failed(parts[i].call)) return failure_of(parts[i].call, instruction);
  }
  wave.pc += instruction.bytes;
  return {};
}

Outcome execute_scalar_by_hand(const Instruction& instruction, WaveState& wave) {
  auto call = scalar_call<Call>(instruction.quick, instruction, wave);
  executed_of(instruction.execute_index).function(call);
  if (has_failed(call)) return failure_of(call, instruction);
  if (instruction.work != Work::k_branch) wave.pc += instruction.bytes;
  return {};
}

Outcome execute_scalar(const Instruction& instruction, WaveState& wave) {
  const Executed& executed = executed_of(instruction.execute_index);
  if (executed.by_hand) return execute_scalar_by_hand(instruction, wave);
  auto call = scalar_call<pseudocode::ScalarCall>(instruction.quick, instruction, wave);
  for (unsigned i = 0; i < 3; ++i) {
    const Operand& source = instruction.source[i];
    call.source[i][0] = source.kind == OperandKind::k_none ? 0 : read_source(wave, source, 0);
    if (source.real && (denormal_mode(wave, source.bits) & k_denormal_inputs) == 0) {
      call.source[i][0] = flushed(call.source[i][0], source.bits);
    }
  }
  if (instruction.format == Format::k_sopk) {
    const bool compares = instruction.source[0].kind != OperandKind::k_none;
    call.source[compares ? 1 : 0][0] = instruction.simm16;
  }
  const Operand& destination = instruction.destination;
  const bool writes = destination.kind == OperandKind::k_sgpr;
  call.destination[0] = writes ? read_source(wave, destination, 0) : 0;
  constexpr int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  const unsigned mode = destination.real ? round_mode(wave, destination.bits) : 0;
  if (mode != 0) std::fesetround(modes[mode]);
  executed.scalar(call);
  if (mode != 0) std::fesetround(FE_TONEAREST);
  if (writes) {
    std::uint64_t value = call.destination[0];
    if (destination.real && (denormal_mode(wave, destination.bits) & k_denormal_results) == 0) {
      value = flushed(value, destination.bits);
    }
    for (unsigned part = 0; part < destination.dwords; ++part) {
      write_dword(wave, destination, 0, static_cast<std::uint32_t>(value >> 32 * part), part);
    }
  }
  if (instruction.work != Work::k_branch || instruction.opcode == Opcode::s_getpc_b64) wave.pc += instruction.bytes;
  return {};
}

std::string check_operand(const Operand& operand, const WaveState& wave, const char* what) {
  std::size_t count = 0;
  const char* kind = "";
  unsigned dwords = operand.dwords;
  switch (operand.kind) {
    case OperandKind::k_vgpr:
      count = wave.vgpr.size();
      kind = "v";
      break;
    case OperandKind::k_accvgpr:
      count = wave.accvgpr.size();
      kind = "a";
      break;
    case OperandKind::k_sgpr:
      if (operand.index >= (is_cdna2(wave.chip) ? k_flat_scratch : k_vcc_lo))
        return operand.index + dwords <= wave.sgpr.size() ? "" : "a scalar register beyond the last";
      count = wave.sgpr_count;
      kind = "s";
      if (operand.mask && wave.lanes == 32) dwords = 1;
      break;
    default:
      return "";
  }
  if (operand.is_halved && wave.lanes == 64) dwords /= 2;
  if (operand.index + dwords <= count) return "";
  return std::string(what) + " " + kind + std::to_string(operand.index) + " is not allocated: the kernel has " +
         std::to_string(count);
}

std::string check_image_registers(const Instruction& instruction, const WaveState& wave) {
  Operand operand;
  operand.kind = OperandKind::k_vgpr;
  operand.dwords = 1;
  for (unsigned i = 0; i < instruction.image.address_count; ++i) {
    operand.index = instruction.image.address[i];
    if (std::string problem = check_operand(operand, wave, "address"); !problem.empty()) return problem;
  }
  if (!is_sampling(name(instruction))) return "";
  operand.kind = OperandKind::k_sgpr;
  operand.index = instruction.image.sampler;
  operand.dwords = 4;
  return check_operand(operand, wave, "sampler");
}

}  // namespace

void WaveState::set_exec(std::uint64_t value) {
  sgpr[k_exec_lo] = static_cast<std::uint32_t>(value);
  sgpr[k_exec_hi] = lanes == 64 ? static_cast<std::uint32_t>(value >> 32U) : 0;
}

void WaveState::set_vcc(std::uint64_t value) {
  sgpr[k_vcc_lo] = static_cast<std::uint32_t>(value);
  if (lanes == 64) sgpr[k_vcc_hi] = static_cast<std::uint32_t>(value >> 32U);
}

std::string check_registers(const Instruction& instruction, const WaveState& wave) {
  const std::pair<const Operand*, const char*> operands[] = {{&instruction.destination, "destination"},
                                                             {&instruction.destination2, "destination"},
                                                             {&instruction.source[0], "source"},
                                                             {&instruction.source[1], "source"},
                                                             {&instruction.source[2], "source"},
                                                             {&instruction.source2[0], "source"},
                                                             {&instruction.source2[1], "source"},
                                                             {&instruction.address, "address"},
                                                             {&instruction.base, "base"},
                                                             {&instruction.scalar_offset, "offset"},
                                                             {&instruction.data, "data"},
                                                             {&instruction.data2, "data"}};
  for (const auto& [operand, what] : operands) {
    std::string problem = check_operand(*operand, wave, what);
    if (!problem.empty()) return problem;
  }
  return instruction.format == Format::k_image ? check_image_registers(instruction, wave) : "";
}

bool reads_destination(const Instruction& instruction) {
  const auto keeps = [](const Operand& to, const Executed& executed) {
    return executed.reads_destination || executed.by_hand || (to.kind == OperandKind::k_vgpr && to.bits == 16);
  };
  if (instruction.sdwa || instruction.lanes.kind != LanePermutation::Kind::k_none ||
      instruction.work != Work::k_vector) {
    return true;
  }
  return keeps(instruction.destination, executed_of(instruction.execute_index)) ||
         (instruction.format == Format::k_vopd &&
          keeps(instruction.destination2, executed_of(instruction.execute_index2)));
}

bool reads_other_lanes(const Instruction& instruction) {
  return instruction.lanes.kind != LanePermutation::Kind::k_none || executed_of(instruction.execute_index).by_hand;
}

std::uint32_t read_dword(const WaveState& wave, const Operand& operand, unsigned lane, unsigned part) {
  const auto of = [part](std::uint64_t value) {
    return part < 2 ? static_cast<std::uint32_t>(value >> 32 * part) : 0U;
  };
  switch (operand.kind) {
    case OperandKind::k_vgpr:
      return wave.vgpr[operand.index + part][lane];
    case OperandKind::k_accvgpr:
      return wave.accvgpr[operand.index + part][lane];
    case OperandKind::k_sgpr:
      return wave.sgpr[operand.index + part];
    case OperandKind::k_constant:
      return of(operand.constant);
    case OperandKind::k_special:
      switch (operand.index) {
        case k_shared_base:
          return of(wave.shared_base);
        case k_shared_limit:
          return of(wave.shared_limit);
        case k_private_base:
          return of(wave.private_base);
        case k_private_limit:
          return of(wave.private_limit);
        case k_vccz:
          return of(wave.vcc() == 0 ? 1 : 0);
        case k_execz:
          return of(wave.exec() == 0 ? 1 : 0);
        case k_scc:
          return of(wave.scc ? 1 : 0);
        default:
          return 0;
      }
    case OperandKind::k_none:
    case OperandKind::k_null:
      break;
  }
  return 0;
}

std::uint64_t read_source(const WaveState& wave, const Operand& operand, unsigned lane) {
  const bool two = operand.mask ? wave.lanes == 64 : operand.dwords > 1;
  const std::uint64_t low = read_dword(wave, operand, lane, 0);
  return two ? low | std::uint64_t{read_dword(wave, operand, lane, 1)} << 32U : low;
}

void write_dword(WaveState& wave, const Operand& operand, unsigned lane, std::uint32_t value, unsigned part) {
  if (operand.kind == OperandKind::k_vgpr) wave.vgpr[operand.index + part][lane] = value;
  if (operand.kind == OperandKind::k_accvgpr) wave.accvgpr[operand.index + part][lane] = value;
  if (operand.kind == OperandKind::k_sgpr) wave.sgpr[operand.index + part] = value;
}

Outcome execute(const Instruction& instruction, WaveState& wave) {
  if (execute_quickly(instruction.quick, instruction, wave)) return {};
  return execute_slowly(instruction, wave);
}

Outcome execute_slowly(const Instruction& instruction, WaveState& wave) {
  switch (instruction.work) {
    case Work::k_scalar:
    case Work::k_vector:
    case Work::k_branch: {
      const std::string problem = check_registers(instruction, wave);
      if (!problem.empty()) return failed(instruction, problem);
      return instruction.work == Work::k_vector ? execute_vector(instruction, wave) : execute_scalar(instruction, wave);
    }
    case Work::k_end:
      return {Outcome::Kind::k_ended, ""};
    case Work::k_idle:
      wave.pc += instruction.bytes;
      return {};
    case Work::k_unsupported:
      return failed(instruction, "the emulator does not know this instruction");
    default:
      return {Outcome::Kind::k_not_mine, ""};
  }
}

}  // namespace clc::emulator

// Where the elements are follows AMD's calculator (github.com/ROCm/amd_matrix_instruction_calculator, 1.3.2), and for
// what only gfx950 has, its rule carried on. Numbers: integers are exact; products of floats are exact, too, and are
// added to C in the order of k, in double, and rounded once at the end, to nearest even (f64: a chain of fma). What
// order and what roundings the hardware has is not published: its result may differ within the bound of any order of
// summation. Denormal numbers are kept, whatever MODE says, but on gfx90a: there products of f16 and bf16 neither take
// nor give them (AMD says so of MI200 in the manual of MIOpen).
#include "isa/matrix.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "isa/by_hand.h"
#include "isa/float8.h"

namespace clc::emulator {
namespace {

using pseudocode::Call;
using Kind = MatrixOperation::Kind;
using Type = MatrixOperation::Type;

constexpr std::pair<std::string_view, Type> k_types[] = {
    {"f64", Type::k_f64},   {"f32", Type::k_f32}, {"xf32", Type::k_xf32}, {"f16", Type::k_f16},
    {"bf16", Type::k_bf16}, {"fp8", Type::k_fp8}, {"bf8", Type::k_bf8},   {"i32", Type::k_i32},
    {"i8", Type::k_i8},     {"iu8", Type::k_iu8}, {"iu4", Type::k_iu4},   {"f8f6f4", Type::k_f8f6f4}};
constexpr std::pair<std::string_view, Kind> k_kinds[] = {
    {"mfma", Kind::k_mfma}, {"smfmac", Kind::k_smfmac}, {"wmma", Kind::k_wmma}, {"swmmac", Kind::k_swmmac}};

template <class Value, std::size_t count>
bool find(const std::pair<std::string_view, Value> (&known)[count], std::string_view word, Value& value) {
  for (const auto& [name, one] : known) {
    if (name == word) value = one;
    if (name == word) return true;
  }
  return false;
}

// "32x32x4" as three numbers.
bool read_shape(std::string_view word, MatrixOperation& operation) {
  unsigned* const numbers[] = {&operation.m, &operation.n, &operation.k};
  const char *at = word.data(), *const end = word.data() + word.size();
  for (unsigned i = 0; i < 3; ++i) {
    if (i != 0 && (at == end || *at++ != 'x')) return false;
    const auto [next, error] = std::from_chars(at, end, *numbers[i]);
    if (error != std::errc()) return false;
    at = next;
  }
  return at == end;
}

// "v_mfma_f32_32x32x4_2b_f16", "v_swmmac_f32_16x16x32_fp8_bf8" …
MatrixOperation read_name(std::string_view name) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('_', at), name.size());
    words.push_back(name.substr(at, end - at));
    at = end + 1;
  }
  MatrixOperation result;
  if (words.size() < 5 || words[0] != "v" || !find(k_kinds, words[1], result.kind)) return {};
  if (!find(k_types, words[2], result.out) || !read_shape(words[3], result)) return {};
  std::size_t at = 4;
  if (words[at].ends_with("b") && words.size() > 5) {
    const std::string_view blocks = words[at++];
    std::from_chars(blocks.data(), blocks.data() + blocks.size() - 1, result.blocks);
  }
  if (!find(k_types, words[at], result.a)) return {};
  result.b = result.a;
  if (at + 1 < words.size() && !find(k_types, words[at + 1], result.b)) return {};
  return result;
}

std::vector<MatrixOperation> read_names() {
  std::vector<MatrixOperation> result(k_opcode_count);
  for (unsigned i = 0; i < k_opcode_count; ++i) result[i] = read_name(opcode_name(static_cast<Opcode>(i)));
  return result;
}

// The types of f8f6f4, by cbsz or blgp.
constexpr SmallFloat k_chosen[] = {SmallFloat::k_fp8, SmallFloat::k_bf8, SmallFloat::k_fp6, SmallFloat::k_bf6,
                                   SmallFloat::k_fp4};
constexpr unsigned k_chosen_count = 5;

// The numbers of one matrix: how wide, and what their bits say.
struct Numbers {
  Type type{};
  SmallFloat small{};  // of 8, 6 or 4 bits
  bool is_signed = true;
  unsigned bits = 32;

  double value(std::uint64_t raw) const {
    switch (type) {
      case Type::k_f64:
        return pseudocode::as_f64(raw);
      case Type::k_f32:
        return pseudocode::as_f32(raw);
      case Type::k_xf32:
        return pseudocode::bit_cast<float>(to_xf32(static_cast<std::uint32_t>(raw)));
      case Type::k_f16:
        return F16{static_cast<std::uint16_t>(raw)}.to_float();
      case Type::k_bf16:
        return BF16{static_cast<std::uint16_t>(raw)}.to_float();
      case Type::k_fp8:
      case Type::k_bf8:
      case Type::k_f8f6f4:
        return small_to_float(static_cast<std::uint32_t>(raw), small);
      default:
        break;
    }
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    const auto number = static_cast<std::int64_t>(is_signed ? (raw ^ sign) - sign : raw);
    return static_cast<double>(number);
  }

  // Ten bits of fraction, to nearest even.
  static std::uint32_t to_xf32(std::uint32_t raw) {
    if ((raw & 0x7f800000U) == 0x7f800000U) return raw;
    return (raw + 0xfffU + (raw >> 13U & 1U)) & ~0x1fffU;
  }
};

unsigned bits_of(Type type) {
  switch (type) {
    case Type::k_f64:
      return 64;
    case Type::k_f32:
    case Type::k_xf32:
    case Type::k_i32:
      return 32;
    case Type::k_f16:
    case Type::k_bf16:
      return 16;
    case Type::k_iu4:
      return 4;
    default:
      return 8;
  }
}

// Where an element is: the lane, and which of the elements of its registers.
struct Place {
  unsigned lane, element;
};

class MatrixExecution {
 public:
  explicit MatrixExecution(Call& call)
      : call_(call), instruction_(*call.instruction), wave_(*call.wave), op_(matrix_operation(instruction_.opcode)) {}

  void run() {
    if (const char* problem = find_problem()) {
      call_.error = problem;
      return;
    }
    const int mode = std::fegetround();
    std::fesetround(FE_TONEAREST);
    // All is read before anything is written: D may be where A, B or C is.
    read_c();
    for (unsigned block = 0; block < op_.blocks; ++block) multiply(block);
    write_d();
    std::fesetround(mode);
  }

 private:
  const char* find_problem() {
    numbers_a_ = numbers(op_.a, instruction_.cbsz, 0);
    numbers_b_ = numbers(op_.b, instruction_.blgp, 1);
    flushes_ = is_cdna2(wave_.chip) && (op_.a == Type::k_f16 || op_.a == Type::k_bf16);
    const bool is_mixed = op_.a == Type::k_f8f6f4;
    if (is_mixed && (instruction_.cbsz >= k_chosen_count || instruction_.blgp >= k_chosen_count))
      return "cbsz or blgp name no type";
    if (op_.kind != Kind::k_mfma || is_mixed) return nullptr;
    const bool negates_f64 = op_.a == Type::k_f64 && !is_cdna2(wave_.chip);
    const bool has_blgp = op_.blocks > 1 || op_.a == Type::k_f32 || negates_f64;
    if (!has_blgp && instruction_.blgp != 0) return "blgp, which this instruction does not have";
    if (op_.a == Type::k_f64 || op_.blocks == 1)
      return instruction_.cbsz != 0 ? "cbsz, which this instruction does not have" : nullptr;
    const unsigned receivers = 1U << instruction_.cbsz;
    return receivers > op_.blocks || instruction_.abid >= receivers ? "cbsz or abid beyond the blocks" : nullptr;
  }

  Numbers numbers(Type type, unsigned chosen, unsigned source) const {
    Numbers result{type, SmallFloat::k_fp8, true, bits_of(type)};
    const bool is_fnuz = facts(wave_.chip).instructions == Chip::k_gfx942;
    if (type == Type::k_fp8) result.small = is_fnuz ? SmallFloat::k_fp8_fnuz : SmallFloat::k_fp8;
    if (type == Type::k_bf8) result.small = is_fnuz ? SmallFloat::k_bf8_fnuz : SmallFloat::k_bf8;
    if (type == Type::k_f8f6f4) {
      result.small = k_chosen[std::min(chosen, k_chosen_count - 1)];
      result.bits = emulator::bits_of(result.small);
    }
    if (type == Type::k_iu8 || type == Type::k_iu4) result.is_signed = (instruction_.neg >> source & 1U) != 0;
    return result;
  }

  // Layouts. `rows` is M of A and N of B; `k` counts what is stored, half of K of a sparse A.

  Place place_in(unsigned rows, unsigned k_count, unsigned block, unsigned row, unsigned k, unsigned bits) const {
    if (op_.is_cdna()) {
      const unsigned lanes_per_k = rows * op_.blocks;
      const unsigned each = k_count / (k_max_lanes / lanes_per_k);
      return {block * rows + k / each * lanes_per_k + row, k % each};
    }
    if (is_rdna3(wave_.chip)) return {row, k};  // the same again in the other rows of lanes
    const unsigned each = std::max(16 * k_count / wave_.lanes, 32 / bits);
    if (wave_.lanes == 32 && bits == 16) {  // each lane has two pieces
      const unsigned piece = each / 2;
      return {16 * (k / piece % 2) + row, k % piece + k / each * piece};
    }
    unsigned group = k / each;
    const bool is_swapped = wave_.lanes == 64 && bits < 16 && 16 * k_count / each == 64;
    if (is_swapped) group = (group & 1U) << 1U | group >> 1U;
    return {16 * group + row, k % each};
  }

  Place place_out(unsigned block, unsigned i, unsigned j) const {
    if (op_.is_cdna()) {
      const unsigned height = op_.out == Type::k_f64 ? 1 : 4, across = k_max_lanes / op_.n;
      const unsigned area = op_.m * op_.n / height;
      const unsigned blocks = (k_max_lanes + area - 1) / area;
      const unsigned element = block * (op_.m * op_.n / k_max_lanes) + i / (height * across) * height + i % height;
      return {block % blocks * op_.n + i / height % across * blocks * op_.n + j, element};
    }
    const unsigned groups = wave_.lanes / 16;
    if (is_rdna3(wave_.chip)) {
      const unsigned element = i / groups;
      if (bits_of(op_.out) == 32) return {16 * (i % groups) + j, element};
      return {16 * (i % groups) + j, 2 * element + (instruction_.op_sel >> 2U & 1U)};
    }
    if (groups == 2) return {16 * (i / 8) + j, i % 8};
    return {32 * (i / 4 % 2) + 16 * (i / 8) + j, i % 4};
  }

  std::uint64_t raw(const Operand& operand, unsigned lane, unsigned element, unsigned bits) const {
    const unsigned first = element * bits, dword = first / 32, shift = first % 32;
    std::uint64_t value = read_dword(wave_, operand, lane, dword);
    if (shift + bits > 32) value |= std::uint64_t{read_dword(wave_, operand, lane, dword + 1)} << 32U;
    value >>= shift;
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  }

  // cbsz and abid: blocks of A that several blocks of the product share.
  unsigned block_of_a(unsigned block) const {
    if (op_.kind != Kind::k_mfma || op_.blocks == 1) return block;
    return (block >> instruction_.cbsz << instruction_.cbsz) + instruction_.abid;
  }

  // blgp: lanes of B that others take theirs from.
  unsigned lane_of_b(unsigned lane) const {
    if (op_.kind != Kind::k_mfma || op_.b == Type::k_f64 || op_.b == Type::k_f8f6f4) return lane;
    switch (instruction_.blgp) {
      case 0:
        return lane;
      case 1:
        return lane % 32;
      case 2:
        return lane % 32 + 32;
      case 3:
        return (lane + 16) % 64;
      default:
        return lane % 16 + (instruction_.blgp - 4U) * 16;
    }
  }

  // neg and neg_hi of floats: of even and of odd k. blgp of f64.
  bool is_negated(unsigned source, unsigned k) const {
    if (op_.a == Type::k_f64) return (instruction_.blgp >> source & 1U) != 0;
    if (op_.is_cdna() || op_.is_integer()) return false;
    return ((k % 2 == 0 ? instruction_.neg : instruction_.neg_hi) >> source & 1U) != 0;
  }

  // Which of four columns a stored element of a sparse A is: two bits for each, sets of them chosen by abid or op_sel.
  unsigned column_of(unsigned row, unsigned stored) const {
    const Place place = place_in(op_.m, op_.k / 2, 0, row, stored, numbers_a_.bits);
    const unsigned each = std::max(op_.m * op_.k / 2 / wave_.lanes, 32 / numbers_a_.bits), bits = 2 * each;
    const unsigned chosen =
        op_.is_cdna() ? (instruction_.cbsz == 0 ? instruction_.abid : 0U) : instruction_.op_sel & 3U;
    const std::uint32_t index = read_dword(wave_, instruction_.source[2], place.lane);
    return stored / 2 * 4 + (index >> (chosen * bits % 32 + place.element * 2) & 3U);
  }

  // A scale of gfx950: a power of two for each 32 of a row, in the lane that has them.
  double scale(unsigned source, unsigned lane) const {
    const Operand& operand = instruction_.source2[source];
    if (operand.kind == OperandKind::k_none) return 1;
    const unsigned byte = (instruction_.scale_select >> 2 * source) & 3U;
    const std::uint32_t exponent = read_dword(wave_, operand, lane) >> 8 * byte & 0xffU;
    return exponent == 0xff ? std::nan("") : std::ldexp(1.0, static_cast<int>(exponent) - 127);
  }

  double flushed(double value, Type type) const {
    const double least = type == Type::k_f16 ? 0x1p-14 : 0x1p-126;
    return flushes_ && std::fabs(value) < least ? std::copysign(0.0, value) : value;
  }

  double element_of(unsigned source, unsigned rows, unsigned k_count, unsigned block, unsigned row, unsigned k) const {
    const Numbers& numbers = source == 0 ? numbers_a_ : numbers_b_;
    Place place = place_in(rows, k_count, block, row, k, numbers.bits);
    if (source == 1) place.lane = lane_of_b(place.lane);
    const double stored = numbers.value(raw(instruction_.source[source], place.lane, place.element, numbers.bits));
    const double value = flushed(stored, numbers.type);
    return (is_negated(source, k) ? -value : value) * scale(source, place.lane);
  }

  void multiply(unsigned block) {
    const unsigned block_a = block_of_a(block);
    const unsigned stored = op_.is_sparse() ? op_.k / 2 : op_.k;
    a_.assign(std::size_t{op_.m} * op_.k, 0.0);
    b_.resize(std::size_t{op_.n} * op_.k);
    used_.assign(a_.size(), 0);
    for (unsigned i = 0; i < op_.m; ++i) {
      for (unsigned k = 0; k < stored; ++k) {
        const unsigned column = op_.is_sparse() ? column_of(i, k) : k;
        a_[i * op_.k + column] += element_of(0, op_.m, stored, block_a, i, k);
        used_[i * op_.k + column] = 1;
      }
    }
    for (unsigned j = 0; j < op_.n; ++j) {
      for (unsigned k = 0; k < op_.k; ++k) b_[j * op_.k + k] = element_of(1, op_.n, op_.k, block, j, k);
    }
    for (unsigned i = 0; i < op_.m; ++i) {
      for (unsigned j = 0; j < op_.n; ++j) add_products(block, i, j);
    }
  }

  void add_products(unsigned block, unsigned i, unsigned j) {
    double& sum = d_[(block * op_.m + i) * op_.n + j];
    const double *a = &a_[i * op_.k], *b = &b_[j * op_.k];
    const std::uint8_t* used = &used_[i * op_.k];
    for (unsigned k = 0; k < op_.k; ++k) {
      if (used[k] == 0) continue;  // 0 times infinity is not a number, and what is not stored is not multiplied
      sum = op_.a == Type::k_f64 ? std::fma(a[k], b[k], sum) : sum + a[k] * b[k];
    }
  }

  void read_c() {
    const Operand& c = op_.is_sparse() ? instruction_.destination : instruction_.source[2];
    const Numbers numbers{op_.out, SmallFloat::k_fp8, true, bits_of(op_.out)};
    const bool is_f64 = op_.a == Type::k_f64;
    const bool negates =
        is_f64 ? (instruction_.blgp & 4U) != 0 : !op_.is_cdna() && !op_.is_integer() && (instruction_.neg & 4U) != 0;
    const bool is_absolute = !op_.is_cdna() && !op_.is_integer() && (instruction_.neg_hi & 4U) != 0;
    d_.resize(std::size_t{op_.m} * op_.n * op_.blocks);
    for_each_output([&](double& value, const Place& place) {
      if (c.kind == OperandKind::k_constant) {
        value = numbers.value(inline_constant(c, numbers.bits));
      } else {
        value = numbers.value(raw(c, place.lane, place.element, numbers.bits));
      }
      value = flushed(value, op_.out);
      if (op_.is_sparse()) return;
      if (is_absolute) value = std::fabs(value);
      if (negates) value = -value;
    });
  }

  // The decoder does not know how wide the numbers of a matrix are.
  static std::uint64_t inline_constant(const Operand& operand, unsigned bits) {
    constexpr double k_reals[] = {0.5, -0.5, 1, -1, 2, -2, 4, -4, 0.15915494309189532};
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if (operand.index < 240 || operand.index > 248) return operand.constant & mask;
    const double value = k_reals[operand.index - 240U];
    if (bits == 64) return pseudocode::to_bits(value);
    if (bits == 16) return F16::from(value).bits;
    return pseudocode::to_bits(static_cast<float>(value));
  }

  void write_d() {
    const Operand& d = instruction_.destination;
    for_each_output([&](double value, const Place& place) {
      const unsigned bits = bits_of(op_.out);
      if (bits == 16) {
        std::uint32_t dword = read_dword(wave_, d, place.lane, place.element / 2);
        const unsigned shift = place.element % 2 * 16;
        dword = (dword & ~(0xffffU << shift)) | static_cast<std::uint32_t>(result(value)) << shift;
        write_dword(wave_, d, place.lane, dword, place.element / 2);
        return;
      }
      const std::uint64_t all = result(value);
      for (unsigned part = 0; part < bits / 32; ++part) {
        const auto dword = static_cast<std::uint32_t>(all >> 32 * part);
        write_dword(wave_, d, place.lane, dword, place.element * (bits / 32) + part);
      }
    });
  }

  // A float that rounds to fewer bits as `value` does.
  static float to_odd(double value) {
    const auto near = static_cast<float>(value);
    if (static_cast<double>(near) == value || std::isnan(value)) return near;
    const bool is_beyond = std::fabs(static_cast<double>(near)) > std::fabs(value);
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(near) - (is_beyond ? 1U : 0U)) | 1U);
  }

  std::uint64_t result(double value) const {
    switch (op_.out) {
      case Type::k_f64:
        return pseudocode::to_bits(value);
      case Type::k_f32:
        return pseudocode::to_bits(static_cast<float>(flushed(static_cast<float>(value), op_.out)));
      case Type::k_f16:
        return F16::from(value).bits;
      case Type::k_bf16:
        return BF16::from(to_odd(value)).bits;
      default:
        break;
    }
    if (instruction_.clamp) value = std::fmin(std::fmax(value, -2147483648.0), 2147483647.0);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & 0xffffffffU;
  }

  template <class F>
  void for_each_output(F&& f) {
    for (unsigned block = 0; block < op_.blocks; ++block) {
      for (unsigned i = 0; i < op_.m; ++i) {
        for (unsigned j = 0; j < op_.n; ++j) f(d_[(block * op_.m + i) * op_.n + j], place_out(block, i, j));
      }
    }
  }

  Call& call_;
  const Instruction& instruction_;
  WaveState& wave_;
  const MatrixOperation& op_;
  Numbers numbers_a_, numbers_b_;
  std::vector<double> a_, b_, d_;
  std::vector<std::uint8_t> used_;
  bool flushes_ = false;
};

}  // namespace

const MatrixOperation& matrix_operation(Opcode opcode) {
  static const auto& all = *new std::vector<MatrixOperation>(read_names());  // threads of queues outlive main()
  return all[static_cast<unsigned>(opcode)];
}

void finish_matrix(Instruction& instruction, const MatrixFields& fields) {
  const MatrixOperation& operation = matrix_operation(instruction.opcode);
  Operand *const a = &instruction.source[0], *const b = &instruction.source[1], *const c = &instruction.source[2];
  if (operation.is_cdna()) {
    instruction.cbsz = fields.cbsz;
    instruction.abid = fields.abid;
    instruction.blgp = fields.blgp;
    const auto move = [](Operand& operand) {
      if (operand.kind == OperandKind::k_vgpr) operand.kind = OperandKind::k_accvgpr;
    };
    if ((fields.accumulation & 1U) != 0) move(*a);
    if ((fields.accumulation & 2U) != 0) move(*b);
    if (fields.accumulation_destination) {
      move(instruction.destination);
      if (operation.kind == Kind::k_mfma) move(*c);
    }
  } else if (is_rdna4(instruction.chip)) {
    for (Operand* operand : {a, b}) operand->is_halved = operand->dwords > 1;
  }
  if (!operation.is_cdna()) instruction.destination.is_halved = c->is_halved = true;
  if (operation.is_sparse()) c->is_halved = false;
  if (operation.a == Type::k_f8f6f4) {
    const std::uint8_t chosen[] = {fields.cbsz, fields.blgp};
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned bits = emulator::bits_of(k_chosen[std::min<unsigned>(chosen[i], k_chosen_count - 1)]);
      instruction.source[i].dwords = static_cast<std::uint8_t>(bits);  // for 32 numbers
    }
  }
}

namespace by_hand {

void matrix(Call& call) {
  MatrixExecution(call).run();
}

}  // namespace by_hand
}  // namespace clc::emulator

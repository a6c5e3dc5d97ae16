#include "matrix_product.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "isa/half.h"

namespace clc::emulator::test {
namespace {

using Kind = MatrixOperation::Kind;
using Type = MatrixOperation::Type;

unsigned bits_of(Type type, unsigned chosen) {
  constexpr unsigned k_chosen[] = {8, 8, 6, 6, 4};
  switch (type) {
    case Type::k_f64:
      return 64;
    case Type::k_f16:
    case Type::k_bf16:
      return 16;
    case Type::k_fp8:
    case Type::k_bf8:
    case Type::k_i8:
    case Type::k_iu8:
      return 8;
    case Type::k_iu4:
      return 4;
    case Type::k_f8f6f4:
      return k_chosen[chosen];
    default:
      return 32;
  }
}

// A number of few bits: its exponent's and its fraction's, and what is subtracted from the exponent.
double small_number(std::uint32_t raw, unsigned exponent_bits, unsigned fraction_bits, int bias) {
  const auto exponent = static_cast<int>(raw >> fraction_bits & ((1U << exponent_bits) - 1U));
  const double fraction = std::ldexp(raw & ((1U << fraction_bits) - 1U), -static_cast<int>(fraction_bits));
  const double value = exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
  return (raw >> (exponent_bits + fraction_bits) & 1U) != 0 ? -value : value;
}

double value_of(const Trial& trial, unsigned source, std::uint64_t raw) {
  const Type type = source == 2 ? trial.op.out : source == 0 ? trial.op.a : trial.op.b;
  const bool is_fnuz = trial.chip == Chip::k_gfx942;
  const auto low = static_cast<std::uint32_t>(raw);
  const bool is_signed = source == 2 || (trial.neg >> source & 1U) != 0;
  double number = 0;
  float single = 0;
  switch (type) {
    case Type::k_f64:
      std::memcpy(&number, &raw, sizeof number);
      return number;
    case Type::k_f32:
    case Type::k_xf32:
      std::memcpy(&single, &low, sizeof single);
      return single;
    case Type::k_f16:
      return small_number(low, 5, 10, 15);
    case Type::k_bf16:
      return small_number(low, 8, 7, 127);
    case Type::k_fp8:
      return small_number(low, 4, 3, is_fnuz ? 8 : 7);
    case Type::k_bf8:
      return small_number(low, 5, 2, is_fnuz ? 16 : 15);
    case Type::k_f8f6f4:
      switch (source == 0 ? trial.cbsz : trial.blgp) {
        case 0:
          return small_number(low, 4, 3, 7);
        case 1:
          return small_number(low, 5, 2, 15);
        case 2:
          return small_number(low, 2, 3, 1);
        case 3:
          return small_number(low, 3, 2, 3);
        default:
          return small_number(low, 2, 1, 1);
      }
    case Type::k_i8:
      return static_cast<std::int8_t>(low);
    case Type::k_iu8:
      return is_signed ? static_cast<double>(static_cast<std::int8_t>(low)) : low;
    case Type::k_iu4:
      return is_signed ? static_cast<double>(low ^ 8U) - 8 : low;
    case Type::k_i32:
      return static_cast<std::int32_t>(low);
  }
  return 0;
}

struct Element {
  unsigned row = 0, k = 0, block = 0;  // `row` is the column of B and of the product, `k` the product's row
  bool is_there = true;
};

// The element that a lane's registers of A or B hold at `place`. Of a sparse A, `k` counts what is stored.
Element element_in(const Trial& trial, unsigned source, unsigned lane, unsigned place, unsigned each) {
  const MatrixOperation& op = trial.op;
  const unsigned rows = source == 0 ? op.m : op.n;
  if (op.is_cdna()) return {lane % rows, lane / (rows * op.blocks) * each + place, lane / rows % op.blocks, true};
  const unsigned row = lane % 16, group = lane / 16;
  if (is_rdna3(trial.chip)) return {row, place, 0, lane < 16};
  const unsigned bits = bits_of(source == 0 ? op.a : op.b, 0), k_count = op.k / (source == 0 && op.is_sparse() ? 2 : 1);
  if (trial.lanes == 32 && bits == 16) {
    const unsigned half = each / 2;
    return {row, place / half * each + group * half + place % half, 0, true};
  }
  if (k_count == 2 * each || bits == 16 || trial.lanes == 32)
    return {row, group * each + place, 0, group * each < k_count};
  return {row, (group % 2 * 2 + group / 2) * each + place, 0, true};
}

Element element_out(const Trial& trial, unsigned lane, unsigned place) {
  const MatrixOperation& op = trial.op;
  const unsigned column = lane % op.n, group = lane / op.n;
  if (op.is_cdna()) {
    if (op.out == Type::k_f64) {
      if (op.n == 4) return {column, lane / 16, lane / 4 % 4, true};
      return {column, 4 * place + group, 0, true};
    }
    if (op.n == 4) return {column, place, group, true};
    if (op.n == 16) return {column, 4 * group + place % 4, place / 4, true};
    return {column, place % 16 / 4 * 8 + 4 * group + place % 4, place / 16, true};
  }
  if (is_rdna3(trial.chip)) {
    if (op.out == Type::k_f32 || op.out == Type::k_i32) return {column, place * (trial.lanes / 16) + group, 0, true};
    return {column, place / 2 * (trial.lanes / 16) + group, 0, place % 2 == (trial.op_sel >> 2U)};
  }
  if (trial.lanes == 32) return {column, 8 * group + place, 0, true};
  return {column, 8 * (group % 2) + 4 * (group / 2) + place, 0, true};
}

unsigned lane_of_b(unsigned blgp, unsigned lane) {
  constexpr unsigned k_first[] = {0, 0, 32, 0, 0, 16, 32, 48};
  if (blgp == 0) return lane;
  if (blgp == 3) return (lane + 16) % 64;
  return k_first[blgp] + lane % (blgp < 3 ? 32 : 16);
}

std::uint64_t read(const File& file, unsigned first, unsigned lane, unsigned place, unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const unsigned bit = place * bits + i;
    value |= std::uint64_t{file[first + bit / 32][lane] >> bit % 32 & 1U} << i;
  }
  return value;
}

void write(File& file, unsigned first, unsigned lane, unsigned place, unsigned bits, std::uint64_t value) {
  for (unsigned i = 0; i < bits; ++i) {
    const unsigned bit = place * bits + i;
    std::uint32_t& dword = file[first + bit / 32][lane];
    dword = (dword & ~(1U << bit % 32)) | static_cast<std::uint32_t>(value >> i & 1U) << bit % 32;
  }
}

unsigned below(std::mt19937_64& random, unsigned count) {
  return static_cast<unsigned>(random() % count);
}

}  // namespace

std::string Product::check(const std::function<std::string(WaveState&)>& execute) {
  wave_.chip = trial_.chip;
  wave_.lanes = trial_.lanes;
  wave_.vgpr.resize(120);
  wave_.accvgpr.resize(120);
  wave_.set_exec(random_() % 2 == 0 ? ~std::uint64_t{0} : random_());  // is not asked
  for (unsigned source = 0; source < 2; ++source) fill(source);
  fill_c();
  make_matrices();
  std::string problem = execute(wave_);
  return problem.empty() ? compare() : problem;
}

unsigned Product::registers_of(unsigned source) const {
  return std::max(1U, (source == 2 ? outputs() : each(source)) * bits(source) / 32);
}

File& Product::file_of(unsigned source) {  // 2: C and D
  const bool in_accumulation = source == 2 ? trial_.acc_cd != 0 : (trial_.acc >> source & 1U) != 0;
  return in_accumulation ? wave_.accvgpr : wave_.vgpr;
}

unsigned Product::bits(unsigned source) const {
  return source == 2 ? bits_of(op_.out, 0)
                     : bits_of(source == 0 ? op_.a : op_.b, source == 0 ? trial_.cbsz : trial_.blgp);
}

unsigned Product::each(unsigned source) const {
  const unsigned rows = source == 0 ? op_.m : op_.n, k = op_.k / (source == 0 && op_.is_sparse() ? 2 : 1);
  if (is_rdna3(trial_.chip)) return k;
  return std::max(rows * k * op_.blocks / trial_.lanes, 32 / bits(source));
}

unsigned Product::outputs() const {
  const unsigned all = op_.m * op_.n * op_.blocks / trial_.lanes;
  return is_rdna3(trial_.chip) && bits(2) == 16 ? 2 * all : all;
}

std::uint64_t Product::number(unsigned source) {
  const Type type = source == 2 ? op_.out : source == 0 ? op_.a : op_.b;
  const double value = trial_.has_whole_numbers ? static_cast<double>(random_() % 7) - 3
                                                : std::ldexp(static_cast<double>(random_() % 4096) - 2048, -9);
  const auto single = static_cast<float>(value);
  std::uint32_t raw = 0;
  std::uint64_t twice = 0;
  std::memcpy(&raw, &single, sizeof raw);
  std::memcpy(&twice, &value, sizeof twice);
  switch (type) {
    case Type::k_f64:
      return twice;
    case Type::k_f32:
      return raw;
    case Type::k_xf32:
      return raw & ~0x1fffU;
    case Type::k_bf16:
      return raw >> 16U;
    case Type::k_f16:
      return F16::from(value).bits;
    case Type::k_i32:
      return static_cast<std::uint32_t>(random_()) >> (random_() % 2 == 0 ? 12 : 0);
    default:
      break;
  }
  // Any bits but those of infinities and of what is not a number.
  for (;;) {
    const std::uint64_t any = random_() & ((1U << bits(source)) - 1U);
    const bool is_float = type == Type::k_fp8 || type == Type::k_bf8 || (type == Type::k_f8f6f4 && bits(source) == 8);
    if (!is_float || ((any & 0x7cU) != 0x7cU && any != 0x80)) return any;
  }
}

void Product::fill(unsigned source) {
  const unsigned first = source == 0 ? k_a : k_b;
  for (unsigned lane = 0; lane < trial_.lanes; ++lane) {
    for (unsigned place = 0; place < each(source); ++place)
      write(file_of(source), first, lane, place, bits(source), number(source));
  }
}

void Product::fill_c() {
  for (unsigned lane = 0; lane < trial_.lanes; ++lane) {
    for (unsigned place = 0; place < outputs(); ++place) {
      write(file_of(2), k_c, lane, place, bits(2), number(2));
      write(file_of(2), k_d, lane, place, bits(2), number(2));
    }
    wave_.vgpr[k_index][lane] = 0;
    // Two different columns of each four.
    for (unsigned pair = 0; pair < 8; ++pair) {
      const auto first = static_cast<unsigned>(random_() % 3), more = static_cast<unsigned>(random_() % (3 - first));
      wave_.vgpr[k_index][lane] |= (first | (first + 1 + more) << 2U) << 4 * pair;
    }
    wave_.vgpr[k_scales][lane] = static_cast<std::uint32_t>(0x7d7d7d7dU + (random_() & 0x07070707U));
    wave_.vgpr[k_scales + 1][lane] = static_cast<std::uint32_t>(0x7d7d7d7dU + (random_() & 0x07070707U));
  }
  before_ = file_of(2);
}

double Product::scale(unsigned source, unsigned lane) const {
  if (!trial_.is_scaled) return 1;
  const std::uint32_t all = wave_.vgpr[k_scales + source][lane];
  return std::ldexp(1.0, static_cast<int>(all >> 8 * (source == 0 ? trial_.scale_a : trial_.scale_b) & 0xffU) - 127);
}

bool Product::is_negated(unsigned source, unsigned k) const {
  if (op_.out == Type::k_f64) return (trial_.blgp >> source & 1U) != 0;
  if (op_.is_cdna() || op_.out == Type::k_i32) return false;
  return ((k % 2 == 0 ? trial_.neg : trial_.neg_hi) >> source & 1U) != 0;
}

void Product::make_matrices() {
  a_.assign(std::size_t{op_.m} * op_.k * op_.blocks, 0);
  b_.assign(std::size_t{op_.n} * op_.k * op_.blocks, 0);
  const bool has_lanes = op_.kind == Kind::k_mfma && op_.out != Type::k_f64 && op_.a != Type::k_f8f6f4;
  for (unsigned lane = 0; lane < trial_.lanes; ++lane) {
    for (unsigned place = 0; place < each(0); ++place) {
      const Element at = element_in(trial_, 0, lane, place, each(0));
      if (!at.is_there) continue;
      double value = value_of(trial_, 0, read(file_of(0), k_a, lane, place, bits(0))) * scale(0, lane);
      if (is_negated(0, at.k)) value = -value;
      unsigned k = at.k;
      if (op_.is_sparse()) {
        const unsigned set = op_.is_cdna() ? trial_.abid : trial_.op_sel;
        k = at.k / 2 * 4 + (wave_.vgpr[k_index][lane] >> (set * 2 * each(0) + 2 * place) & 3U);
      }
      a(at.block, at.row, k) = value;
    }
    for (unsigned place = 0; place < each(1); ++place) {
      const Element at = element_in(trial_, 1, lane, place, each(1));
      if (!at.is_there) continue;
      const unsigned from = has_lanes ? lane_of_b(trial_.blgp, lane) : lane;
      const double value = value_of(trial_, 1, read(file_of(1), k_b, from, place, bits(1))) * scale(1, lane);
      b(at.block, at.row, at.k) = is_negated(1, at.k) ? -value : value;
    }
  }
}

std::string Product::compare() {
  const File& file = file_of(2);
  for (unsigned lane = 0; lane < trial_.lanes; ++lane) {
    for (unsigned place = 0; place < outputs(); ++place) {
      std::string problem = compare_one(lane, place, read(file, first_of_d(), lane, place, bits(2)));
      if (!problem.empty()) return "lane " + std::to_string(lane) + ", place " + std::to_string(place) + ": " + problem;
    }
  }
  return "";
}

std::string Product::compare_one(unsigned lane, unsigned place, std::uint64_t raw) {
  const Element at = element_out(trial_, lane, place);
  if (!at.is_there)
    return !trial_.keeps_half || raw == read(before_, first_of_d(), lane, place, bits(2)) ? ""
                                                                                          : "the other half changed";
  double c = value_of(trial_, 2, read(before_, k_c, lane, place, bits(2)));
  const bool is_float = !op_.is_integer();
  if (!op_.is_sparse() && is_float) {
    const unsigned signs = !op_.is_cdna() ? trial_.neg : op_.out == Type::k_f64 ? trial_.blgp : 0;
    if (!op_.is_cdna() && (trial_.neg_hi & 4U) != 0) c = std::fabs(c);
    if ((signs & 4U) != 0) c = -c;
  }
  const bool has_blocks = op_.kind == Kind::k_mfma && op_.blocks > 1;
  const unsigned from = has_blocks ? (at.block >> trial_.cbsz << trial_.cbsz) + trial_.abid : at.block;
  double sum = 0, magnitude = std::fabs(c);
  for (unsigned k = op_.k; k-- > 0;) {
    const double product = a(from, at.k, k) * b(at.block, at.row, k);
    sum += product;
    magnitude += std::fabs(product);
  }
  sum += c;
  if (!is_float) {
    if (trial_.clamp != 0) sum = std::fmin(std::fmax(sum, -2147483648.0), 2147483647.0);
    const auto expected = static_cast<std::uint32_t>(static_cast<std::int64_t>(sum));
    return raw == expected ? "" : std::to_string(raw) + " for " + std::to_string(expected);
  }
  // Within what any order of summation gives; the last rounding is that of the result's type.
  const double got = value_of(trial_, 2, raw);
  const double step = op_.out == Type::k_f64 ? 0x1p-52 : 0x1p-23;
  const double unit = op_.out == Type::k_f16 ? 0x1p-10 : op_.out == Type::k_bf16 ? 0x1p-7 : step;
  const bool is_near = std::fabs(got - sum) <= std::fabs(sum) * unit + magnitude * step * (op_.k + 1);
  return is_near ? "" : std::to_string(got) + " for " + std::to_string(sum);
}

void choose_modifiers(Trial& trial, std::mt19937_64& random) {
  const MatrixOperation& op = trial.op;
  if (op.is_cdna()) {
    trial.acc = below(random, 4);
    trial.acc_cd = below(random, 2);
    if (op.is_sparse()) {
      trial.abid = below(random, 64 / (op.m * op.k / 64 * 2));  // of the sets of its index
      if (op.m * op.k / 64 == 32) trial.abid = 0;
    } else if (op.a == Type::k_f8f6f4) {
      trial.cbsz = below(random, 5);
      trial.blgp = below(random, 5);
      trial.is_scaled = below(random, 2) == 0;
      trial.scale_a = below(random, 4);
      trial.scale_b = below(random, 4);
    } else {
      if (op.blocks > 1 && op.a != Type::k_f64) {
        trial.cbsz = below(random, static_cast<unsigned>(std::log2(op.blocks)) + 1);
        trial.abid = below(random, 1U << trial.cbsz);
      }
      const bool negates_f64 = op.a == Type::k_f64 && trial.chip != Chip::k_gfx90a;
      if (op.blocks > 1 || op.a == Type::k_f32 || negates_f64) trial.blgp = below(random, 8);
    }
    return;
  }
  const bool has_small = op.a == Type::k_fp8 || op.a == Type::k_bf8;
  if (op.is_integer()) {
    trial.neg = below(random, 4);
    trial.clamp = below(random, 2);
  } else {
    const unsigned which = (has_small ? 4U : 7U) & (op.is_sparse() ? 3U : 7U);
    trial.neg = below(random, 8) & which;
    trial.neg_hi = below(random, 8) & which;
  }
  if (is_rdna3(trial.chip) && bits_of(op.out, 0) == 16) trial.op_sel = 4 * below(random, 2);
  if (op.is_sparse()) {
    const unsigned each = std::max(16 * op.k / 2 / trial.lanes, 32 / bits_of(op.a, 0));
    trial.op_sel = below(random, 32 / (2 * each));
  }
}

std::vector<Trial> trials_of(Chip chip) {
  std::vector<Trial> result;
  const ChipTables& tables = chip_tables(chip);
  for (unsigned e = 0; e < tables.encoding_count; ++e) {
    const EncodingEntry& encoding = tables.encodings[e];
    for (unsigned i = 0; i < encoding.operation_count; ++i) {
      const OperationEntry& operation = encoding.operations[i];
      Trial trial;
      trial.chip = chip;
      trial.op = matrix_operation(operation.opcode);
      trial.encoding = &encoding;
      trial.number = operation.number;
      trial.name = opcode_name(operation.opcode);
      if (trial.op.kind == Kind::k_none) continue;
      result.push_back(trial);
      if (trial.op.is_cdna()) continue;
      result.back().lanes = 32;
      result.push_back(trial);
    }
  }
  return result;
}

}  // namespace clc::emulator::test

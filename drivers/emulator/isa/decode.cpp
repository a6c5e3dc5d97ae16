#include <algorithm>
#include <cstdio>
#include <cstring>

#include "isa/decode_tables.h"
#include "isa/instruction.h"
#include "isa/matrix.h"
#include "isa/quick.h"

namespace clc::emulator {
namespace {

// Codes of sources that are no registers.
constexpr unsigned k_code_null_rdna = 124, k_code_124 = 124, k_code_125 = 125;
constexpr unsigned k_code_first_integer = 128, k_code_last_positive = 192, k_code_last_integer = 208;
constexpr unsigned k_code_first_real = 240, k_code_last_real = 248, k_code_literal = 255, k_code_first_vector = 256;
constexpr unsigned k_code_dpp8 = 233, k_code_dpp8_inactive = 234, k_code_sdwa = 249, k_code_dpp16 = 250;

// Sixteen bytes of code, of which those beyond the end are zero.
class Words {
 public:
  Words(const std::uint8_t* code, std::size_t size) { std::memcpy(words_, code, std::min(size, sizeof words_)); }

  std::uint32_t dword(unsigned index) const { return words_[index]; }
  void skip_two() { std::memcpy(words_, words_ + 2, 8); }

  std::uint32_t bits(FieldBits field) const {
    if (field.width == 0) return 0;
    const unsigned word = field.low / 32, shift = field.low % 32;
    std::uint64_t value = words_[word];
    if (word + 1 < 4) value |= std::uint64_t{words_[word + 1]} << 32U;
    return static_cast<std::uint32_t>((value >> shift) & ((std::uint64_t{1} << field.width) - 1));
  }

 private:
  std::uint32_t words_[4] = {};
};

std::int32_t sign_extended(std::uint32_t value, unsigned width) {
  const std::uint32_t sign = std::uint32_t{1} << (width - 1);
  return static_cast<std::int32_t>((value ^ sign) - sign);
}

bool is_vector_arithmetic(Format format) {
  return format >= Format::k_vop1 && format <= Format::k_vopd;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2 pi)
std::uint64_t inline_real(unsigned code, unsigned bits) {
  constexpr std::uint16_t half[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118};
  constexpr std::uint32_t single[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                      0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
  constexpr std::uint64_t twice[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                     0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                     0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
  const unsigned index = code - k_code_first_real;
  return bits == 16 ? half[index] : bits == 64 ? twice[index] : single[index];
}

// The decoding of one instruction, step by step.
class Decoder {
 public:
  Decoder(Chip chip, const std::uint8_t* code, std::size_t size, std::uint64_t pc)
      : tables_(chip_tables(chip)), words_(code, size), size_(size) {
    result_.chip = chip;
    result_.pc = pc;
  }

  std::variant<Instruction, DecodeError> decode() {
    if (size_ < 4) return DecodeError{where() + "the code ends here"};
    if (!find_operation()) return DecodeError{where() + "unknown instruction" + text_of_words()};
    const bool is_scaled = result_.opcode == Opcode::v_mfma_ld_scale_b32;
    if (is_scaled && !scales()) return DecodeError{where() + "scales without a matrix" + text_of_words()};
    result_.format = encoding_->format;
    result_.bytes = encoding_->bytes;
    choose_variant();
    modifiers();
    if (result_.format == Format::k_vopd) {
      dual_operands();
    } else {
      for (unsigned i = 0; i < operation_->operand_count; ++i) operand(tables_.operands[operation_->first_operand + i]);
    }
    literal();
    implied_operands();
    finish_vector();
    finish_memory();
    if (matrix_operation(result_.opcode).kind != MatrixOperation::Kind::k_none) {
      const auto field = [&](Field one) { return static_cast<std::uint8_t>(bits(one)); };
      finish_matrix(result_, {field(Field::cbsz_), field(Field::abid_), field(Field::blgp_), field(Field::acc_),
                              bits(Field::acc_cd_) != 0});
    }
    if (is_scaled) result_.bytes = 16;
    if (size_ < result_.bytes) return DecodeError{where() + "the code ends within " + std::string(name(result_))};
    find_quick(result_);
    return result_;
  }

 private:
  bool has(Field field) const { return (*fields_)[field].width != 0; }
  std::uint32_t bits(Field field) const { return words_.bits((*fields_)[field]); }
  bool cdna() const { return is_cdna(result_.chip); }

  std::string where() const {
    char text[64];
    std::snprintf(text, sizeof text, "%s, address 0x%llx: ", std::string(chip_name(result_.chip)).c_str(),
                  static_cast<unsigned long long>(result_.pc));
    return text;
  }

  std::string text_of_words() const {
    char text[64];
    std::snprintf(text, sizeof text, " 0x%08x 0x%08x", words_.dword(0), size_ < 8 ? 0 : words_.dword(1));
    return text;
  }

  bool find_operation() {
    for (unsigned i = 0; i < tables_.encoding_count; ++i) {
      const EncodingEntry& encoding = tables_.encodings[i];
      if ((words_.dword(0) & encoding.mask) != encoding.value) continue;
      encoding_ = &encoding;
      fields_ = encoding.fields;
      if (encoding.format == Format::k_vopd) return find_dual();
      operation_ = operation_of(bits(Field::op_));
      if (operation_ == nullptr) continue;
      result_.opcode = operation_->opcode;
      result_.work = operation_->work;
      result_.execute_index = operation_->execute_index;
      return true;
    }
    return false;
  }

  // gfx950: eight bytes with the scales of the matrix instruction in the eight that follow.
  bool scales() {
    const OperandEntry entry{Slot::k_second0, Field::src0_, 32, Number::k_uint, Place::k_any};
    result_.source2[0] = decoded(words_.bits({32, 9}), entry);
    result_.source2[1] = decoded(words_.bits({41, 9}), entry);
    const std::uint32_t low = words_.bits({11, 2}), high = words_.bits({59, 2});
    result_.scale_select =
        static_cast<std::uint8_t>((low & 1U) | (high & 1U) << 1U | (low & 2U) << 1U | (high & 2U) << 2U);
    words_.skip_two();
    return find_operation() && matrix_operation(result_.opcode).a == MatrixOperation::Type::k_f8f6f4;
  }

  const OperationEntry* operation_of(unsigned number) const {
    for (unsigned i = 0; i < encoding_->operation_count; ++i) {
      if (encoding_->operations[i].number == number) return &encoding_->operations[i];
    }
    return nullptr;
  }

  bool find_dual() {
    const OperationEntry* x = operation_of(bits(Field::opx_));
    const OperationEntry* y = operation_of(bits(Field::opy_));
    if (x == nullptr || y == nullptr) return false;
    result_.opcode = x->opcode;
    result_.opcode2 = y->opcode;
    result_.work = x->work == Work::k_vector ? y->work : x->work;
    result_.execute_index = x->execute_index;
    result_.execute_index2 = y->execute_index;
    return true;
  }

  // DPP and SDWA are chosen by the code of the first source, and add a dword.
  void choose_variant() {
    if (!is_vector_arithmetic(result_.format) || result_.format == Format::k_vopd) return;
    const unsigned code = words_.bits((*encoding_->fields)[Field::src0_]);
    const FieldsOfEncoding* variant = nullptr;
    if (code == k_code_dpp16) variant = encoding_->dpp16;
    if (!cdna() && (code == k_code_dpp8 || code == k_code_dpp8_inactive)) variant = encoding_->dpp8;
    if (cdna() && code == k_code_sdwa) {
      variant = result_.format == Format::k_vopc ? encoding_->sdwa_scalar : encoding_->sdwa;
      result_.sdwa = variant != nullptr;
    }
    if (variant == nullptr) return;
    fields_ = variant;
    result_.bytes = static_cast<std::uint8_t>(result_.bytes + 4);
    if (code == k_code_dpp16) {
      result_.lanes.kind = LanePermutation::Kind::k_dpp16;
      result_.lanes.control = bits(Field::dpp_);
      result_.lanes.row_mask = static_cast<std::uint8_t>(bits(Field::row_mask_));
      result_.lanes.bank_mask = static_cast<std::uint8_t>(bits(Field::bank_mask_));
      result_.lanes.bound_control = bits(Field::bc_) != 0;
      result_.lanes.fetch_inactive = bits(Field::fi_) != 0;
    } else if (!result_.sdwa) {
      result_.lanes.kind = LanePermutation::Kind::k_dpp8;
      result_.lanes.control = words_.dword(encoding_->bytes / 4U) >> 8U;
      result_.lanes.fetch_inactive = code == k_code_dpp8_inactive;
    }
  }

  void modifiers() {
    result_.clamp = bits(Field::clmp_) != 0;
    result_.output_modifier = static_cast<std::uint8_t>(bits(Field::omod_));
    result_.op_sel = static_cast<std::uint8_t>(bits(Field::opsel_));
    result_.op_sel_hi = static_cast<std::uint8_t>(bits(Field::opsel_hi_) | bits(Field::opsel_hi2_) << 2U);
    result_.neg = static_cast<std::uint8_t>(bits(Field::neg_));
    result_.neg_hi = static_cast<std::uint8_t>(bits(Field::neg_hi_));
    result_.abs = static_cast<std::uint8_t>(bits(Field::abs_));
    result_.simm16 = static_cast<std::uint16_t>(bits(Field::simm16_));
    result_.destination_select = has(Field::dst_sel_) ? static_cast<std::uint8_t>(bits(Field::dst_sel_)) : 6;
    result_.destination_unused = static_cast<std::uint8_t>(bits(Field::dst_unused_));
  }

  Operand& slot(Slot which) {
    switch (which) {
      case Slot::k_destination:
        return result_.destination;
      case Slot::k_destination2:
        return result_.destination2;
      case Slot::k_source0:
        return result_.source[0];
      case Slot::k_source1:
        return result_.source[1];
      case Slot::k_source2:
        return result_.source[2];
      case Slot::k_second0:
        return result_.source2[0];
      case Slot::k_second1:
        return result_.source2[1];
      case Slot::k_address:
        return result_.address;
      case Slot::k_base:
        return result_.base;
      case Slot::k_scalar_offset:
        return result_.scalar_offset;
      case Slot::k_data:
        return result_.data;
      case Slot::k_data2:
        break;
    }
    return result_.data2;
  }

  // The field and its place as one of the codes of a nine-bit source.
  unsigned code_of(const OperandEntry& entry) const {
    const bool replaced = entry.field == Field::src0_ && fields_ != encoding_->fields && has(Field::vsrc0_);
    if (replaced) return bits(Field::vsrc0_) + (result_.sdwa && bits(Field::s0_) != 0 ? 0 : k_code_first_vector);
    if (entry.field == Field::vsrc1_ && result_.sdwa && bits(Field::s1_) != 0) return bits(Field::vsrc1_);
    const unsigned value = bits(entry.field);
    switch (entry.place) {
      case Place::k_vector:
        return value + k_code_first_vector;
      case Place::k_accumulation:
        return (value & 0xffU) + k_code_first_vector;
      case Place::k_pair:
        return value * 2;
      case Place::k_quad:
        return value * 4;
      case Place::k_any:
      case Place::k_scalar:
        break;
    }
    return value;
  }

  void operand(const OperandEntry& entry) {
    Operand& target = slot(entry.slot);
    target = decoded(code_of(entry), entry);
    if (entry.place == Place::k_accumulation) target.kind = OperandKind::k_accvgpr;
  }

  Operand decoded(unsigned code, const OperandEntry& entry) {
    Operand result;
    result.mask = entry.number == Number::k_mask;
    const unsigned bits = result.mask ? (cdna() ? 64 : 32) : entry.bits;
    result.bits = static_cast<std::uint8_t>(bits > 128 ? 0 : bits);
    result.dwords = static_cast<std::uint8_t>((bits + 31) / 32);
    result.real = entry.number == Number::k_real || entry.number == Number::k_packed_real;
    result.packed = entry.number == Number::k_packed_real || entry.number == Number::k_packed_int;
    result.bfloat = entry.number == Number::k_bfloat;
    set_place(result, code, entry, bits);
    return result;
  }

  void set_place(Operand& result, unsigned code, const OperandEntry& entry, unsigned bits) {
    result.index = static_cast<std::uint16_t>(code);
    if (code >= k_code_first_vector) {
      result.kind = OperandKind::k_vgpr;
      result.index = static_cast<std::uint16_t>(code - k_code_first_vector);
      if (has_half_registers() && bits == 16 && result.index >= 128) {
        result.index = static_cast<std::uint16_t>(result.index - 128);
        result.high = true;
      }
    } else if (code == (cdna() ? k_code_124 : k_code_125)) {
      result.kind = OperandKind::k_sgpr;
      result.index = k_m0;
    } else if (code == k_code_null_rdna) {
      result.kind = OperandKind::k_null;
    } else if (code < k_code_first_integer) {
      result.kind = OperandKind::k_sgpr;
    } else if (code <= k_code_last_integer) {
      result.kind = OperandKind::k_constant;
      const int value = code <= k_code_last_positive ? static_cast<int>(code) - 128 : 192 - static_cast<int>(code);
      result.constant = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    } else if (code >= k_code_first_real && code <= k_code_last_real) {
      result.kind = OperandKind::k_constant;
      const bool packed_halves = entry.number == Number::k_packed_real && bits == 32;
      result.constant = inline_real(code, packed_halves ? 16 : entry.number == Number::k_packed_real ? 32 : bits);
    } else if (code == k_code_literal) {
      result.kind = OperandKind::k_constant;
      result.constant = extended_literal(take_literal(), entry.number, bits);
    } else {
      result.kind = OperandKind::k_special;
    }
  }

  // The short encodings of gfx1100 and gfx1200 name halves of the first 128 registers.
  bool has_half_registers() const {
    return !cdna() &&
           (result_.format == Format::k_vop1 || result_.format == Format::k_vop2 || result_.format == Format::k_vopc);
  }

  std::uint32_t take_literal() {
    if (!result_.has_literal) {
      result_.has_literal = true;
      result_.literal = words_.dword(encoding_->bytes / 4U);
      result_.bytes = static_cast<std::uint8_t>(encoding_->bytes + 4);
    }
    return result_.literal;
  }

  static std::uint64_t extended_literal(std::uint32_t literal, Number number, unsigned bits) {
    if (bits == 64 && number == Number::k_real) return std::uint64_t{literal} << 32U;
    if (bits == 64 && number == Number::k_sint) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(literal)));
    }
    return literal;
  }

  // Instructions that always have a literal, which is no source of theirs.
  void literal() {
    for (const Opcode opcode : {result_.opcode, result_.opcode2}) {
      const std::string_view text = opcode_name(opcode);
      if (contains(text, "fmamk") || contains(text, "fmaak") || contains(text, "madmk") || contains(text, "madak") ||
          text == "s_setreg_imm32_b32") {
        if (opcode == result_.opcode || result_.format == Format::k_vopd) take_literal();
      }
    }
  }

  // The tables give the operands of dual instructions no types, but the names of both halves tell them.
  static Number taken_by(Opcode half) { return ends_with(opcode_name(half), "_f32") ? Number::k_real : Number::k_uint; }
  static Number given_by(Opcode half) {
    return contains(opcode_name(half), "_f32") ? Number::k_real : Number::k_uint;  // also v_dual_dot2acc_f32_f16
  }

  void dual_operands() {
    const Number first = taken_by(result_.opcode);
    const Number second = taken_by(result_.opcode2);
    const OperandEntry entries[] = {{Slot::k_destination, Field::vdstx_, 32, given_by(result_.opcode), Place::k_vector},
                                    {Slot::k_source0, Field::srcx0_, 32, first, Place::k_any},
                                    {Slot::k_source1, Field::vsrcx1_, 32, first, Place::k_vector},
                                    {Slot::k_second0, Field::srcy0_, 32, second, Place::k_any},
                                    {Slot::k_second1, Field::vsrcy1_, 32, second, Place::k_vector}};
    for (const OperandEntry& entry : entries) operand(entry);
    result_.destination2 = result_.destination;
    result_.destination2.real = given_by(result_.opcode2) == Number::k_real;
    const unsigned other_parity = (result_.destination.index & 1U) ^ 1U;
    result_.destination2.index = static_cast<std::uint16_t>(bits(Field::vdsty_) << 1U | other_parity);
    if (opcode_name(result_.opcode) == "v_dual_mov_b32") result_.source[1] = {};
    if (opcode_name(result_.opcode2) == "v_dual_mov_b32") result_.source2[1] = {};
    if (opcode_name(result_.opcode) == "v_dual_cndmask_b32") result_.source[2] = mask_register(k_vcc_lo);
    if (opcode_name(result_.opcode2) == "v_dual_cndmask_b32") result_.source2[2] = mask_register(k_vcc_lo);
  }

  Operand mask_register(unsigned index) const {
    Operand result;
    result.kind = OperandKind::k_sgpr;
    result.mask = true;
    result.bits = cdna() ? 64 : 32;
    result.dwords = cdna() ? 2 : 1;
    result.index = static_cast<std::uint16_t>(index);
    return result;
  }

  // VCC and EXEC, where an encoding has no field for them.
  void implied_operands() {
    const std::string_view text = name(result_);
    if (result_.format == Format::k_vopc) {
      const bool to_exec = !cdna() && starts_with(text, "v_cmpx");
      result_.destination = mask_register(to_exec ? k_exec_lo : k_vcc_lo);
      if (result_.sdwa && bits(Field::sd_) != 0) result_.destination = mask_register(bits(Field::sdst_));
    }
    if (result_.format == Format::k_vop2) {
      const bool carries = contains(text, "_co_");
      const bool takes_carry = contains(text, "_co_ci_") || contains(text, "addc_co") || contains(text, "subb_co") ||
                               contains(text, "subbrev_co") || contains(text, "cndmask");
      if (carries) result_.destination2 = mask_register(k_vcc_lo);
      if (takes_carry) result_.source[2] = mask_register(k_vcc_lo);
    }
    if (result_.format == Format::k_sopk && starts_with(text, "s_cmpk")) {  // compares its register with a constant
      result_.source[0] = result_.destination;
      result_.destination = {};
    }
    const bool compares = result_.format == Format::k_vop3 && starts_with(text, "v_cmp");
    const bool selects = result_.format == Format::k_vop3 && contains(text, "cndmask");
    if (compares) result_.destination = as_mask(result_.destination);
    if (selects || (result_.format == Format::k_vop3sd && result_.source[2].mask)) {
      result_.source[2] = as_mask(result_.source[2]);
    }
    if (contains(text, "div_fmas")) result_.destination2 = {};
  }

  Operand as_mask(Operand operand) const {
    operand.mask = true;
    operand.bits = cdna() ? 64 : 32;
    operand.dwords = cdna() ? 2 : 1;
    return operand;
  }

  void finish_vector() {
    if (!is_vector_arithmetic(result_.format)) return;
    const bool vop3 = result_.format == Format::k_vop3 || result_.format == Format::k_vop3sd;
    for (unsigned i = 0; i < 3; ++i) {
      Operand& source = result_.source[i];
      if (vop3) {
        source.negate = (result_.neg >> i & 1U) != 0;
        source.absolute = (result_.abs >> i & 1U) != 0;
        if (source.bits == 16 && !source.packed) source.high = source.high || (result_.op_sel >> i & 1U) != 0;
      }
    }
    if (vop3 && result_.destination.bits == 16 && (result_.op_sel & 8U) != 0) result_.destination.high = true;
    Operand& first = result_.source[0];
    Operand& second = result_.source[1];
    first.negate = first.negate || bits(Field::src0_neg_) != 0;
    first.absolute = first.absolute || bits(Field::src0_abs_) != 0;
    second.negate = second.negate || bits(Field::src1_neg_) != 0;
    second.absolute = second.absolute || bits(Field::src1_abs_) != 0;
    if (result_.sdwa) {
      first.select = static_cast<std::uint8_t>(bits(Field::src0_sel_));
      second.select = static_cast<std::uint8_t>(bits(Field::src1_sel_));
      first.sign_extend = bits(Field::src0_sext_) != 0;
      second.sign_extend = bits(Field::src1_sext_) != 0;
    }
  }

  void finish_memory() {
    result_.cache.sc0 = bits(Field::sc0_) != 0;
    result_.cache.sc1 = bits(Field::sc1_) != 0;
    result_.cache.nt = bits(Field::nt_) != 0;
    result_.cache.glc = bits(Field::glc_) != 0;
    result_.cache.slc = bits(Field::slc_) != 0;
    result_.cache.dlc = bits(Field::dlc_) != 0;
    result_.cache.scc = bits(Field::scc_) != 0;
    result_.cache.scope = static_cast<std::uint8_t>(bits(Field::scope_));
    result_.cache.temporal_hint = static_cast<std::uint8_t>(bits(Field::th_));
    switch (result_.format) {
      case Format::k_ds:
        finish_ds();
        break;
      case Format::k_flat:
      case Format::k_global:
      case Format::k_scratch:
        finish_flat();
        break;
      case Format::k_smem:
        finish_scalar_memory();
        break;
      case Format::k_buffer:
      case Format::k_typed_buffer:
        finish_buffer();
        break;
      case Format::k_image:
        finish_image();
        break;
      default:
        return;
    }
    const std::string_view text = name(result_);
    const bool atomic = contains(text, "_atomic");
    if (atomic) {
      result_.returns_value = result_.cache.sc0 || result_.cache.glc || (result_.cache.temporal_hint & 1U) != 0;
      if (!result_.returns_value) result_.destination = {};
      if (contains(text, "cmpswap") && result_.returns_value) set_bits(result_.destination, result_.data.bits / 2U);
    }
    if (bits(Field::acc_) != 0 && cdna()) {
      for (Operand* operand : {&result_.destination, &result_.data, &result_.data2}) {
        if (operand->kind == OperandKind::k_vgpr) operand->kind = OperandKind::k_accvgpr;
      }
    }
  }

  static void set_bits(Operand& operand, unsigned bits) {
    operand.bits = static_cast<std::uint8_t>(bits);
    operand.dwords = static_cast<std::uint8_t>((bits + 31) / 32);
  }

  void finish_ds() {
    result_.offset0 = static_cast<std::uint8_t>(bits(Field::offset0_));
    result_.offset1 = static_cast<std::uint8_t>(bits(Field::offset1_));
    result_.offset = result_.offset0 | result_.offset1 << 8;
    result_.gds = bits(Field::gds_) != 0;
    result_.returns_value = result_.destination.kind != OperandKind::k_none;
  }

  void finish_flat() {
    const bool signed_offset = result_.format != Format::k_flat || is_rdna4(result_.chip);
    if (has(Field::ioffset_)) {
      result_.offset = sign_extended(bits(Field::ioffset_), 24);
    } else if (signed_offset) {
      result_.offset = sign_extended(bits(Field::offset_), 13);
    } else {
      result_.offset = static_cast<std::int32_t>(bits(Field::offset_) & 0xfffU);
    }
    const unsigned no_base = cdna() ? 127 : k_code_null_rdna;
    if (result_.format == Format::k_flat || bits(Field::saddr_) == no_base) result_.base = {};
    if (result_.format == Format::k_scratch) {
      result_.vector_address = has(Field::sve_) ? bits(Field::sve_) != 0 : !is_there(result_.base);
      if (!result_.vector_address) result_.address = {};
    } else {
      result_.vector_address = true;
      if (result_.base.kind != OperandKind::k_none) set_bits(result_.address, 32);
    }
    result_.lds = has(Field::lds_) && bits(Field::lds_) != 0;  // gfx90a
    if (result_.lds) result_.destination = {};
  }

  void finish_scalar_memory() {
    if (cdna()) {
      const bool immediate = bits(Field::imm_) != 0, scalar = bits(Field::soffset_en_) != 0;
      if (immediate) result_.offset = sign_extended(bits(Field::offset_), 21);
      if (!scalar) result_.scalar_offset = {};
      if (!scalar && !immediate && result_.base.kind != OperandKind::k_none) {
        result_.scalar_offset = decoded(bits(Field::offset_) & 0x7fU,
                                        {Slot::k_scalar_offset, Field::offset_, 32, Number::k_uint, Place::k_scalar});
      }
      return;
    }
    result_.offset =
        has(Field::ioffset_) ? sign_extended(bits(Field::ioffset_), 24) : sign_extended(bits(Field::offset_), 21);
    if (result_.scalar_offset.kind == OperandKind::k_null) result_.scalar_offset = {};
  }

  void finish_buffer() {
    result_.offset = has(Field::ioffset_) ? sign_extended(bits(Field::ioffset_), 24)
                                          : static_cast<std::int32_t>(bits(Field::offset_));
    result_.offset_enable = bits(Field::offen_) != 0;
    result_.index_enable = bits(Field::idxen_) != 0;
    result_.lds = bits(Field::lds_) != 0;
    if (result_.lds) result_.destination = {};
    const unsigned registers = unsigned{result_.offset_enable} + unsigned{result_.index_enable};
    if (registers == 0) result_.address = {};
    if (registers != 0 && result_.address.kind != OperandKind::k_none) set_bits(result_.address, 32 * registers);
    if (result_.scalar_offset.kind == OperandKind::k_null) result_.scalar_offset = {};
  }

  void finish_image() {
    const std::string_view text = name(result_);
    ImageFields& image = result_.image;
    image.dmask = static_cast<std::uint8_t>(bits(Field::dmask_));
    image.dimension = static_cast<ImageDimension>(bits(Field::dim_));
    image.is_unnormalized = bits(Field::unrm_) != 0;
    image.has_short_addresses = bits(Field::a16_) != 0;
    image.has_halves = bits(Field::d16_) != 0;
    image.has_status = (bits(Field::tfe_) | bits(Field::lwe_)) != 0;
    image.sampler = static_cast<std::uint8_t>(has(Field::ssamp_) ? bits(Field::ssamp_) * 4 : bits(Field::samp_));
    if (result_.destination.kind == OperandKind::k_none && !contains(text, "_store")) {
      result_.destination = result_.data;
      result_.data = {};
    }
    for (Operand* operand : {&result_.destination, &result_.data}) {
      if (operand->kind != OperandKind::k_none) set_bits(*operand, 32 * image_data_dwords(text, image));
    }
    result_.base.dwords = bits(Field::r128_) != 0 ? 4 : 8;
    result_.address = {};
    find_image_address(image_address(text, image).dwords);
  }

  // Registers behind each other, or those that the instruction lists, and behind the last of these.
  void find_image_address(unsigned dwords) {
    ImageFields& image = result_.image;
    image.address_count = static_cast<std::uint8_t>(dwords);
    const bool is_listed = has(Field::vaddr0_) || bits(Field::nsa_) != 0;
    unsigned listed[] = {bits(Field::vaddr0_), bits(Field::vaddr1_), bits(Field::vaddr2_), bits(Field::vaddr3_),
                         bits(Field::vaddr4_)};
    unsigned most = has(Field::vaddr4_) ? 5 : 4;
    if (!is_listed) {
      most = 1;
      listed[0] = bits(Field::vaddr_);
    } else if (!has(Field::vaddr0_)) {  // gfx1100: a dword more
      const std::uint32_t more = words_.dword(encoding_->bytes / 4U);
      result_.bytes = static_cast<std::uint8_t>(result_.bytes + 4);
      most = 5;
      listed[0] = bits(Field::vaddr_);
      for (unsigned i = 1; i < most; ++i) listed[i] = more >> 8 * (i - 1) & 0xffU;
    }
    if (is_listed) image.listed_count = static_cast<std::uint8_t>(std::min(most, dwords));
    for (unsigned i = 0; i < dwords && i < image.address.size(); ++i) {
      const unsigned index = i < most ? listed[i] : listed[most - 1] + i - (most - 1);
      image.address[i] = static_cast<std::uint8_t>(index);
    }
  }

  const ChipTables& tables_;
  Words words_;
  std::size_t size_;
  Instruction result_;
  const EncodingEntry* encoding_ = nullptr;
  const FieldsOfEncoding* fields_ = nullptr;
  const OperationEntry* operation_ = nullptr;
};

}  // namespace

std::string_view name(const Instruction& instruction) {
  return opcode_name(instruction.opcode);
}

std::string full_name(const Instruction& instruction) {
  std::string result(name(instruction));
  if (instruction.format == Format::k_vopd) result += " :: " + std::string(opcode_name(instruction.opcode2));
  return result;
}

std::variant<Instruction, DecodeError> decode(Chip chip, const std::uint8_t* code, std::size_t size, std::uint64_t pc) {
  return Decoder(chip, code, size, pc).decode();
}

}  // namespace clc::emulator

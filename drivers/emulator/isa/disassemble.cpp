// Prints what the decoder makes of a stretch of code, one instruction a line: address, size, name, operands in the
// order in which LLVM prints them, and modifiers. check_disassembly.py holds it against llvm-objdump.
//
// usage: clc_emulator_disassemble CHIP FILE OFFSET SIZE ADDRESS
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "isa/instruction.h"

namespace clc::emulator {
namespace {

std::string range(const char* kind, unsigned index, unsigned dwords) {
  const std::string first = std::to_string(index);
  return dwords <= 1 ? kind + first : std::string(kind) + "[" + first + ":" + std::to_string(index + dwords - 1) + "]";
}

std::string scalar(const Operand& operand) {
  const bool pair = operand.dwords == 2;
  switch (operand.index) {
    case k_vcc_lo:
      return pair ? "vcc" : "vcc_lo";
    case k_vcc_hi:
      return "vcc_hi";
    case k_exec_lo:
      return pair ? "exec" : "exec_lo";
    case k_exec_hi:
      return "exec_hi";
    case k_m0:
      return "m0";
    default:
      break;
  }
  if (operand.index >= k_ttmp0 && operand.index < k_m0) return range("ttmp", operand.index - k_ttmp0, operand.dwords);
  return range("s", operand.index, operand.dwords);
}

std::string special(unsigned code) {
  switch (code) {
    case k_shared_base:
      return "src_shared_base";
    case k_shared_limit:
      return "src_shared_limit";
    case k_private_base:
      return "src_private_base";
    case k_private_limit:
      return "src_private_limit";
    case k_vccz:
      return "src_vccz";
    case k_execz:
      return "src_execz";
    case k_scc:
      return "src_scc";
    default:
      return "special" + std::to_string(code);
  }
}

std::string text(const Operand& operand) {
  std::string result;
  char constant[32];
  switch (operand.kind) {
    case OperandKind::k_none:
      return "off";
    case OperandKind::k_null:
      result = "null";
      break;
    case OperandKind::k_sgpr:
      result = scalar(operand);
      break;
    case OperandKind::k_vgpr:
      result = range("v", operand.index, operand.dwords);
      break;
    case OperandKind::k_accvgpr:
      result = range("a", operand.index, operand.dwords);
      break;
    case OperandKind::k_special:
      result = special(operand.index);
      break;
    case OperandKind::k_constant:
      std::snprintf(constant, sizeof constant, "#%llx/%u", static_cast<unsigned long long>(operand.constant),
                    unsigned{operand.bits});
      result = constant;
      break;
  }
  if (operand.high) result += ".h";
  if (operand.absolute) result = "|" + result + "|";
  if (operand.negate) result = "-" + result;
  return result;
}

class Line {
 public:
  explicit Line(const Instruction& instruction) : i_(instruction) {}

  std::string str() {
    switch (i_.format) {
      case Format::k_ds:
        add(i_.destination, i_.address, i_.data, i_.data2);
        break;
      case Format::k_flat:
      case Format::k_global:
      case Format::k_scratch:
        addresses();
        break;
      case Format::k_smem:
        add(i_.destination, i_.data, i_.base, i_.scalar_offset);
        break;
      case Format::k_buffer:
        add(i_.data.kind != OperandKind::k_none ? i_.data : i_.destination, i_.address, i_.base, i_.scalar_offset);
        break;
      case Format::k_image:
        image();
        break;
      default:
        arithmetic(i_.opcode, i_.destination, i_.format == Format::k_vopd ? Operand{} : i_.destination2, i_.source);
        if (i_.format == Format::k_vopd) arithmetic(i_.opcode2, i_.destination2, Operand{}, i_.source2);
    }
    modifiers();
    return result_;
  }

 private:
  template <typename... Operands>
  void add(const Operands&... operands) {
    for (const Operand* operand : {&operands...}) {
      if (operand->kind != OperandKind::k_none) result_ += " " + text(*operand);
    }
  }

  void arithmetic(Opcode opcode, const Operand& destination, const Operand& destination2, const Operand* sources) {
    const std::string_view name = opcode_name(opcode);
    add(destination, destination2, sources[0]);
    if (name.find("fmamk") != std::string_view::npos || name.find("madmk") != std::string_view::npos) add_literal();
    add(sources[1]);
    if (name.find("fmaak") != std::string_view::npos || name.find("madak") != std::string_view::npos) add_literal();
    add(sources[2]);
  }

  void add_literal() {
    Operand literal;
    literal.kind = OperandKind::k_constant;
    literal.bits = 32;
    literal.constant = i_.literal;
    add(literal);
  }

  void addresses() {
    // Loads straight to local memory have a register field that means nothing.
    if (opcode_name(i_.opcode).find("_load_lds_") == std::string_view::npos) add(i_.destination);
    if (i_.work == Work::k_cache) return;
    result_ += " " + text(i_.address);
    add(i_.data);
    if (i_.format != Format::k_flat) result_ += " " + text(i_.base);
  }

  // Registers that are listed stand in brackets, where they are more than one.
  void image() {
    const ImageFields& fields = i_.image;
    add(i_.destination, i_.data);
    const unsigned listed = fields.listed_count;
    if (listed <= 1) {
      result_ += " " + range("v", fields.address[0], fields.address_count);
    } else {
      for (unsigned k = 0; k < listed; ++k) {
        const unsigned dwords = k + 1 == listed ? fields.address_count - k : 1U;
        result_ += (k == 0 ? " [" : " ") + range("v", fields.address[k], dwords) + (k + 1 == listed ? "]" : "");
      }
    }
    add(i_.base);
    if (is_sampling(name(i_))) result_ += " " + range("s", fields.sampler, 4);
    result_ +=
        " ;dmask:" + std::to_string(fields.dmask) + " ;dim:" + std::to_string(static_cast<unsigned>(fields.dimension));
    flag("unorm", fields.is_unnormalized), flag("a16", fields.has_short_addresses), flag("d16", fields.has_halves);
    flag("tfe", fields.has_status);
  }

  void flag(const char* name, bool set) {
    if (set) result_ += std::string(" ;") + name;
  }

  void modifiers() {
    const std::string name = full_name(i_);
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    const bool two = i_.format == Format::k_ds && (has("read2") || has("write2") || has("2addr") || has("wrxchg2"));
    if (two) {
      if (i_.offset0 != 0) result_ += " ;offset0:" + std::to_string(i_.offset0);
      if (i_.offset1 != 0) result_ += " ;offset1:" + std::to_string(i_.offset1);
    } else if (i_.offset != 0) {
      result_ += " ;offset:" + std::to_string(i_.offset);
    }
    flag("sc0", i_.cache.sc0), flag("sc1", i_.cache.sc1), flag("nt", i_.cache.nt), flag("glc", i_.cache.glc);
    flag("slc", i_.cache.slc), flag("dlc", i_.cache.dlc), flag("scc", i_.cache.scc), flag("clamp", i_.clamp),
        flag("offen", i_.offset_enable);
    flag("idxen", i_.index_enable);
    if (i_.cache.scope != 0) result_ += " ;scope:" + std::to_string(i_.cache.scope);
    if (i_.simm16 != 0) result_ += " ;simm:" + std::to_string(i_.simm16);
    if (i_.format == Format::k_vop3p) {
      result_ += " ;op_sel:" + std::to_string(i_.op_sel) + " ;op_sel_hi:" + std::to_string(i_.op_sel_hi) +
                 " ;neg_lo:" + std::to_string(i_.neg) + " ;neg_hi:" + std::to_string(i_.neg_hi);
    }
    if (i_.sdwa) {
      result_ +=
          " ;dst_sel:" + std::to_string(i_.destination_select) + " ;src0_sel:" + std::to_string(i_.source[0].select) +
          " ;src1_sel:" + std::to_string(i_.source[1].select) + " ;unused:" + std::to_string(i_.destination_unused);
    }
  }

  const Instruction& i_;
  std::string result_;
};

}  // namespace
}  // namespace clc::emulator

int main(int argument_count, char** arguments) {
  using namespace clc::emulator;
  if (argument_count != 6) {
    std::fputs("usage: clc_emulator_disassemble CHIP FILE OFFSET SIZE ADDRESS\n", stderr);
    return 2;
  }
  Chip chip = Chip::k_gfx942;
  for (const ChipFacts& one : k_all_chips) {
    if (one.name == arguments[1]) chip = one.chip;
  }
  std::ifstream file(arguments[2], std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  const std::size_t offset = std::strtoull(arguments[3], nullptr, 0), size = std::strtoull(arguments[4], nullptr, 0);
  const std::uint64_t address = std::strtoull(arguments[5], nullptr, 0);
  for (std::size_t at = 0; at < size && offset + at < bytes.size();) {
    const unsigned long long where = address + at;
    const auto* code = reinterpret_cast<const std::uint8_t*>(bytes.data()) + offset + at;
    const auto decoded = decode(chip, code, size - at, address + at);
    if (const auto* error = std::get_if<DecodeError>(&decoded)) {
      std::printf("%llx 4 error %s\n", where, error->message.c_str());
      at += 4;
      continue;
    }
    const auto& instruction = std::get<Instruction>(decoded);
    std::printf("%llx %u %s|%s%s\n", where, unsigned{instruction.bytes}, full_name(instruction).c_str(),
                Line(instruction).str().c_str(), instruction.work == Work::k_unsupported ? " ;unsupported" : "");
    at += instruction.bytes;
  }
  return 0;
}

#include "worker/insight/live/code_object.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include "base/text.h"

namespace clc::worker {
namespace {

using llvm::object::ELFObjectFileBase;

// "VGPR12" is vector register 12; names of parts and of tuples are none.
RegisterNumber number_of(llvm::StringRef name) {
  const std::pair<const char*, RegisterFile> files[] = {
      {"VGPR", RegisterFile::k_vector}, {"AGPR", RegisterFile::k_accumulation}, {"SGPR", RegisterFile::k_scalar}};
  for (const auto& [prefix, file] : files) {
    llvm::StringRef digits = name;
    unsigned number = 0;
    if (digits.consume_front(prefix) && !digits.getAsInteger(10, number)) return {file, number};
  }
  return {};
}

// LLVM's disassembler for the chip of a code object.
class Chip {
 public:
  Chip(const ELFObjectFileBase& file, bool is_wave32) {
    const llvm::Triple triple("amdgcn-amd-amdhsa");
    std::string error;
    const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
    const std::optional<llvm::StringRef> name = file.tryGetCPUName();
    if (target == nullptr || !name) return;
    std::string features;
    if (const auto known = llvm::expectedToOptional(file.getFeatures())) features = known->getString();
    const bool has_both = name->starts_with("gfx1");
    if (has_both) features += is_wave32 ? ",+wavefrontsize32" : ",-wavefrontsize32,+wavefrontsize64";
    registers_.reset(target->createMCRegInfo(triple));
    assembler_.reset(target->createMCAsmInfo(*registers_, triple, options_));
    instructions_.reset(target->createMCInstrInfo());
    chip_.reset(target->createMCSubtargetInfo(triple, *name, features));
    context_ = std::make_unique<llvm::MCContext>(triple, assembler_.get(), registers_.get(), chip_.get());
    decoder_.reset(target->createMCDisassembler(*chip_, *context_));
    printer_.reset(target->createMCInstPrinter(triple, 0, *assembler_, *instructions_, *registers_));
  }

  bool is_good() const { return decoder_ != nullptr && printer_ != nullptr; }
  const llvm::MCRegisterInfo& registers() const { return *registers_; }
  const llvm::MCInstrDesc& description(const llvm::MCInst& one) const { return instructions_->get(one.getOpcode()); }
  // The cycles of LLVM's model; 0: not known. MCSchedModel::computeInstrLatency() of an instruction knows only classes
  // that have variants.
  unsigned latency(const llvm::MCInst& one) const {
    const llvm::MCSchedModel& model = chip_->getSchedModel();
    unsigned number = description(one).getSchedClass();
    if (!model.hasInstrSchedModel()) return 0;
    const llvm::MCSchedClassDesc* kind = model.getSchedClassDesc(number);
    while (kind->isValid() && kind->isVariant()) {
      number = chip_->resolveVariantSchedClass(number, &one, instructions_.get(), model.getProcessorID());
      if (number == 0) return 0;
      kind = model.getSchedClassDesc(number);
    }
    if (!kind->isValid()) return 0;
    return static_cast<unsigned>(std::max(llvm::MCSchedModel::computeInstrLatency(*chip_, *kind), 0));
  }
  std::string mnemonic(const llvm::MCInst& one) const {
    const char* const name = printer_->getMnemonic(one).first;
    return llvm::StringRef(name == nullptr ? "" : name).trim().str();
  }
  std::string text(const llvm::MCInst& one, std::uint64_t address) const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    printer_->printInst(&one, address, "", *chip_, stream);
    return text;
  }
  // Decodes one instruction. Returns its size in bytes, or 0 where that fails.
  std::uint64_t decode(llvm::ArrayRef<std::uint8_t> code, std::uint64_t address, llvm::MCInst& one) const {
    std::uint64_t size = 0;
    const auto status = decoder_->getInstruction(one, size, code, address, llvm::nulls());
    return status == llvm::MCDisassembler::Success ? size : 0;
  }

 private:
  llvm::MCTargetOptions options_;
  std::unique_ptr<llvm::MCRegisterInfo> registers_;
  std::unique_ptr<llvm::MCAsmInfo> assembler_;
  std::unique_ptr<llvm::MCInstrInfo> instructions_;
  std::unique_ptr<llvm::MCSubtargetInfo> chip_;
  std::unique_ptr<llvm::MCContext> context_;
  std::unique_ptr<llvm::MCDisassembler> decoder_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
};

// Turns LLVM's description of an instruction into the facts that the dataflow needs.
class Reader {
 public:
  explicit Reader(const Chip& chip) : chip_(chip) {}

  DecodedInstruction read(const llvm::MCInst& one, std::uint64_t address, std::uint64_t size) const {
    DecodedInstruction result;
    result.address = address;
    result.mnemonic = chip_.mnemonic(one);
    result.latency = chip_.latency(one);
    read_registers(one, result);
    read_exec(one, result);
    read_mask(one, result);
    read_jump(one, address, size, result);
    return result;
  }

  // The reason why a function with this instruction cannot be analysed; null: it can.
  static const char* obstacle(std::string_view mnemonic) {
    if (starts_with_any(mnemonic, {"v_movrel", "s_movrel", "s_set_gpr_idx", "v_swaprel"}))
      return "it chooses registers by an index";
    if (mnemonic == "s_set_vgpr_msb") return "it has more than 256 registers";
    if (starts_with_any(mnemonic, {"s_cbranch_g_fork", "s_cbranch_i_fork", "s_subvector"})) return "it forks its waves";
    return nullptr;
  }

 private:
  using Halves = std::vector<Half>;

  void add(llvm::MCRegister one, Halves& to) const {
    for (const llvm::MCRegUnit unit : chip_.registers().regunits(one)) to.push_back(static_cast<Half>(unit));
  }

  bool is_exec(unsigned one) const {
    const llvm::StringRef name = one == 0 ? "" : chip_.registers().getName(one);
    return name == "EXEC" || name == "EXEC_LO" || name == "EXEC_HI";
  }

  void read_registers(const llvm::MCInst& one, DecodedInstruction& result) const {
    const llvm::MCInstrDesc& description = chip_.description(one);
    for (unsigned i = 0; i < one.getNumOperands(); ++i) {
      const bool is_written = i < description.getNumDefs();
      if (one.getOperand(i).isReg() && one.getOperand(i).getReg() != 0)
        add(one.getOperand(i).getReg(), is_written ? result.writes : result.reads);
    }
    // Some instructions also read the register that they write: its old contents go into the new ones. LLVM ties the
    // two operands then, but the decoder does not always list the one that is read.
    for (unsigned i = description.getNumDefs(); i < description.getNumOperands(); ++i) {
      const int tied = description.getOperandConstraint(i, llvm::MCOI::TIED_TO);
      if (tied >= 0 && register_at(one, static_cast<unsigned>(tied)) != 0)
        add(one.getOperand(static_cast<unsigned>(tied)).getReg(), result.reads);
    }
    for (const llvm::MCPhysReg implicit : description.implicit_defs()) add(implicit, result.writes);
    for (const llvm::MCPhysReg implicit : description.implicit_uses()) add(implicit, result.reads);
    const std::string& name = result.mnemonic;
    // Some instructions keep the half of a register that they do not load. SDWA instructions may keep bytes.
    const bool loads_half = name.find("_d16") != std::string::npos && !name.starts_with("image_");
    const bool keeps =
        name.ends_with("_sdwa") && chip_.text(one, result.address).find("UNUSED_PRESERVE") != std::string::npos;
    if (loads_half || keeps) result.reads.insert(result.reads.end(), result.writes.begin(), result.writes.end());
    // A write of one lane leaves the values of the other lanes, and does not read them.
    if (name.starts_with("v_writelane")) {
      result.partial_writes = std::exchange(result.writes, {});
      for (const Half half : result.partial_writes) std::erase(result.reads, half);
    }
    result.reads_all_lanes = starts_with_any(name, {"v_readlane", "v_readfirstlane"});
    if (!starts_with_any(name, {"s_swappc", "s_call", "s_setpc"})) return;
    // Called code, or code that is returned to, may read every register in which the calling convention passes
    // something.
    constexpr unsigned k_vectors = 32, k_scalars = 30;
    for (unsigned number = 1; number < chip_.registers().getNumRegs(); ++number) {
      const RegisterNumber wanted = number_of(chip_.registers().getName(number));
      const bool may_be = (wanted.file == RegisterFile::k_vector && wanted.number < k_vectors) ||
                          (wanted.file == RegisterFile::k_scalar && wanted.number < k_scalars);
      if (may_be) add(number, result.reads);
    }
  }

  bool writes_exec(const llvm::MCInst& one) const {
    const llvm::MCInstrDesc& description = chip_.description(one);
    for (unsigned i = 0; i < description.getNumDefs() && i < one.getNumOperands(); ++i) {
      if (one.getOperand(i).isReg() && is_exec(one.getOperand(i).getReg())) return true;
    }
    const auto implicit = description.implicit_defs();
    return llvm::any_of(implicit, [&](llvm::MCPhysReg reg) { return is_exec(reg); });
  }

  static unsigned register_at(const llvm::MCInst& one, unsigned operand) {
    const bool is_there = operand < one.getNumOperands() && one.getOperand(operand).isReg();
    return is_there ? one.getOperand(operand).getReg().id() : 0;
  }

  static bool is_all_ones(const llvm::MCInst& one, unsigned operand) {
    return operand < one.getNumOperands() && one.getOperand(operand).isImm() && one.getOperand(operand).getImm() == -1;
  }

  void read_exec(const llvm::MCInst& one, DecodedInstruction& result) const {
    if (!writes_exec(one)) return;
    const std::string_view name = result.mnemonic;
    result.exec = ExecChange::k_any;
    if (name.starts_with("v_cmpx")) {
      result.exec = ExecChange::k_removes;
      return;
    }
    if (name.find("_saveexec") != std::string_view::npos) {
      result.saved = register_at(one, 0);
      result.mask = register_at(one, 1);
      if (name.starts_with("s_and_")) result.exec = ExecChange::k_removes;
      if (name.starts_with("s_or_")) result.exec = is_all_ones(one, 1) ? ExecChange::k_all : ExecChange::k_adds;
      const bool replaces =
          starts_with_any(name, {"s_andn2_", "s_and_not1_"});  // the lanes of the mask that did not take part
      if (replaces) result.exec = ExecChange::k_replaces;
      if (result.exec == ExecChange::k_any) result.mask = 0;
      return;
    }
    const unsigned first = register_at(one, 1), second = register_at(one, 2);
    if (starts_with_any(name, {"s_and_b", "s_andn2_b", "s_and_not1_b"}) && is_exec(first)) {
      result.exec = ExecChange::k_removes;
      result.mask = second;
    } else if (name.starts_with("s_and_b") && is_exec(second)) {
      result.exec = ExecChange::k_removes;
      result.mask = first;
    } else if (starts_with_any(name, {"s_or_b", "s_xor_b"}) && (is_exec(first) || is_exec(second))) {
      if (name.starts_with("s_or_b")) result.exec = ExecChange::k_adds;
      result.mask = is_exec(first) ? second : first;
    } else if (name.starts_with("s_mov_b")) {
      if (is_all_ones(one, 1)) result.exec = ExecChange::k_all;
      result.mask = first;
    }
  }

  // Describes an instruction that computes a scalar register from other masks of lanes.
  void read_mask(const llvm::MCInst& one, DecodedInstruction& result) const {
    const std::string_view name = result.mnemonic;
    if (result.saved != 0 || result.exec != ExecChange::k_none) return;
    result.computed = register_at(one, 0);
    if (result.computed == 0 || !chip_.description(one).getNumDefs()) return;
    if (name.starts_with("v_cmp")) {
      result.is_plain_mask = true;  // the instruction writes 0 for lanes that do not take part
      return;
    }
    if (!starts_with_any(name, {"s_mov_b", "s_and_b", "s_or_b", "s_xor_b", "s_andn2_b", "s_and_not1_b"})) return;
    result.is_plain_mask = true;
    for (unsigned i = 1; i < one.getNumOperands(); ++i) {
      const unsigned source = register_at(one, i);
      if (source != 0) result.sources.push_back(source);
      // Constants other than 0 may name lanes that never took part.
      else if (!one.getOperand(i).isImm() || one.getOperand(i).getImm() != 0)
        result.is_plain_mask = false;
    }
    const bool has_exec = llvm::any_of(result.sources, [&](unsigned r) { return is_exec(r); });
    if (name.starts_with("s_mov_b") && has_exec) result.saved = result.computed;
    result.only_grows = starts_with_any(name, {"s_mov_b", "s_or_b"});
    result.is_exclusive_or_with_exec = name.starts_with("s_xor_b") && has_exec;
    std::erase_if(result.sources, [&](unsigned r) { return is_exec(r); });
  }

  void read_jump(const llvm::MCInst& one, std::uint64_t address, std::uint64_t size, DecodedInstruction& result) const {
    const std::string_view name = result.mnemonic;
    if (starts_with_any(name, {"s_endpgm", "s_setpc", "s_trap"})) result.falls_through = name == "s_trap";
    if (!starts_with_any(name, {"s_branch", "s_cbranch"})) return;
    result.falls_through = name.starts_with("s_cbranch");
    if (one.getNumOperands() == 0 || !one.getOperand(0).isImm()) return;
    const auto words = static_cast<std::int16_t>(one.getOperand(0).getImm());
    result.targets.push_back(address + size + static_cast<std::uint64_t>(std::int64_t{words} * 4));
  }

  const Chip& chip_;
};

struct Symbol {
  std::string name;
  std::uint64_t address = 0;
  llvm::ArrayRef<std::uint8_t> bytes;
  std::uint64_t section = 0;
  bool is_code = false;
};

std::vector<Symbol> symbols_of(const ELFObjectFileBase& file) {
  std::vector<Symbol> symbols;
  for (const llvm::object::ELFSymbolRef symbol : file.symbols()) {
    const auto name = llvm::expectedToOptional(symbol.getName());
    const auto address = llvm::expectedToOptional(symbol.getAddress());
    const auto section = llvm::expectedToOptional(symbol.getSection());
    if (!name || !address || !section || *section == file.section_end()) continue;
    const auto contents = llvm::expectedToOptional((*section)->getContents());
    if (!contents) continue;
    const std::uint64_t begin = *address - (*section)->getAddress(), size = symbol.getSize();
    if (begin > contents->size() || size > contents->size() - begin || size == 0) continue;
    const bool is_code = symbol.getELFType() == llvm::ELF::STT_FUNC;
    symbols.push_back({name->str(), *address, llvm::arrayRefFromStringRef(contents->substr(begin, size)),
                       (*section)->getIndex(), is_code});
  }
  return symbols;
}

// True where the kernels run in waves of 32; the first descriptor of a kernel says so.
bool has_wave32(const std::vector<Symbol>& symbols) {
  constexpr std::size_t k_properties = 56;
  constexpr unsigned k_wave32 = 1U << 10U;
  for (const Symbol& symbol : symbols) {
    if (!llvm::StringRef(symbol.name).ends_with(".kd") || symbol.bytes.size() < k_properties + 2) continue;
    return (llvm::support::endian::read16le(symbol.bytes.data() + k_properties) & k_wave32) != 0;
  }
  return false;
}

// Counts the vector registers that hold the item's local ids when the kernel begins. Some chips pack all ids into the
// first one.
unsigned item_registers(const Symbol& descriptor, llvm::StringRef chip) {
  constexpr std::size_t k_resources = 52;
  constexpr unsigned k_first_bit = 11, k_mask = 3;
  const bool packs = chip.starts_with("gfx11") || chip.starts_with("gfx12") || chip == "gfx90a" || chip == "gfx942" ||
                     chip == "gfx950" || chip.ends_with("-generic");
  if (packs || descriptor.bytes.size() < k_resources + 4) return 1;
  return ((llvm::support::endian::read32le(descriptor.bytes.data() + k_resources) >> k_first_bit) & k_mask) + 1;
}

DecodedFunction decode_function(const Symbol& symbol, const Chip& chip) {
  const Reader reader(chip);
  DecodedFunction function;
  function.name = symbol.name;
  for (std::uint64_t at = 0; at < symbol.bytes.size();) {
    llvm::MCInst one;
    const std::uint64_t size = chip.decode(symbol.bytes.slice(at), symbol.address + at, one);
    if (size == 0 || size > symbol.bytes.size() - at) {
      function.unknown = "LLVM cannot read its instructions";
      break;
    }
    function.instructions.push_back(reader.read(one, symbol.address + at, size));
    if (const char* why = Reader::obstacle(function.instructions.back().mnemonic)) function.unknown = why;
    at += size;
  }
  return function;
}

std::vector<CodeLine> lines_of(const DecodedFunction& function, std::uint64_t section, llvm::DWARFContext& debug) {
  using Kind = llvm::DILineInfoSpecifier::FileLineInfoKind;
  std::vector<CodeLine> lines;
  for (const DecodedInstruction& one : function.instructions) {
    const auto line = debug.getLineInfoForAddress({one.address, section}, {Kind::RawValue});
    const bool is_known = line && line->Line != 0 && line->FileName != llvm::DILineInfo::BadString;
    lines.push_back(is_known ? CodeLine{line->FileName, line->Line} : CodeLine());
  }
  return lines;
}

void add_registers(const llvm::MCRegisterInfo& info, DecodedCode& code) {
  code.registers.resize(info.getNumRegUnits());
  code.halves.resize(info.getNumRegs());
  for (unsigned number = 1; number < info.getNumRegs(); ++number) {
    const RegisterNumber known = number_of(info.getName(number));
    for (const llvm::MCRegUnit unit : info.regunits(number)) {
      code.halves[number].push_back(static_cast<Half>(unit));
      if (known.file != RegisterFile::k_none) code.registers[static_cast<Half>(unit)] = known;
    }
  }
}

}  // namespace

Result<DecodedCode> decode_code_object(BytesView code_object) {
  auto read = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(code_object.data(), code_object.size()), "code object"));
  if (!read) return fail(ErrorKind::k_damaged, llvm::toString(read.takeError()));
  const auto* const file = llvm::dyn_cast<ELFObjectFileBase>(read->get());
  if (file == nullptr || file->getEMachine() != llvm::ELF::EM_AMDGPU || !file->is64Bit())
    return fail(ErrorKind::k_damaged, "it is no code object of an AMD chip");
  const std::vector<Symbol> symbols = symbols_of(*file);
  const Chip chip(*file, has_wave32(symbols));
  if (!chip.is_good()) return fail(ErrorKind::k_unavailable, "LLVM has no disassembler for its chip");
  const std::unique_ptr<llvm::DWARFContext> debug = llvm::DWARFContext::create(*file);
  DecodedCode code;
  add_registers(chip.registers(), code);
  for (const Symbol& symbol : symbols) {
    if (!symbol.is_code) continue;
    DecodedFunction function = decode_function(symbol, chip);
    for (const Symbol& other : symbols) {
      if (other.name != symbol.name + ".kd") continue;
      function.is_kernel = true;
      function.item_registers = item_registers(other, file->tryGetCPUName().value_or(""));
    }
    code.lines.push_back(lines_of(function, symbol.section, *debug));
    code.functions.push_back(std::move(function));
  }
  return code;
}

}  // namespace clc::worker

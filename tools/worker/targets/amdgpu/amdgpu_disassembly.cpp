#include "worker/targets/amdgpu/amdgpu_disassembly.h"

#include <memory>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/raw_ostream.h>

namespace clc::worker {
namespace {

// The machine code of a kernel; empty when the symbol's section or size is wrong.
llvm::ArrayRef<std::uint8_t> code_of(const llvm::object::SymbolRef& symbol) {
  auto section = symbol.getSection();
  auto address = symbol.getAddress();
  if (!section || !address) {
    llvm::consumeError(section.takeError());
    llvm::consumeError(address.takeError());
    return {};
  }
  if (*section == symbol.getObject()->section_end()) return {};
  auto contents = (*section)->getContents();
  if (!contents) {
    llvm::consumeError(contents.takeError());
    return {};
  }
  const std::uint64_t begin = *address - (*section)->getAddress();
  const std::uint64_t size = llvm::object::ELFSymbolRef(symbol).getSize();
  if (begin > contents->size() || size > contents->size() - begin) return {};
  return llvm::arrayRefFromStringRef(contents->substr(begin, size));
}

class Disassembler {
 public:
  explicit Disassembler(const llvm::TargetMachine& machine)
      : context_(machine.getTargetTriple(), machine.getMCAsmInfo(), machine.getMCRegisterInfo(),
                 machine.getMCSubtargetInfo()),
        decoder_(machine.getTarget().createMCDisassembler(*machine.getMCSubtargetInfo(), context_)),
        printer_(machine.getTarget().createMCInstPrinter(machine.getTargetTriple(), 0, *machine.getMCAsmInfo(),
                                                         *machine.getMCInstrInfo(), *machine.getMCRegisterInfo())) {}

  // False when an instruction could not be read.
  bool count(llvm::ArrayRef<std::uint8_t> code, KernelResources& resources) const {
    if (decoder_ == nullptr || printer_ == nullptr || code.empty()) return false;
    for (std::uint64_t at = 0; at < code.size();) {
      llvm::MCInst instruction;
      std::uint64_t size = 0;
      const auto status = decoder_->getInstruction(instruction, size, code.slice(at), at, llvm::nulls());
      const char* mnemonic = printer_->getMnemonic(instruction).first;
      if (status != llvm::MCDisassembler::Success || size == 0 || mnemonic == nullptr) return false;
      count_instruction(mnemonic, resources);
      at += size;
    }
    return true;
  }

 private:
  llvm::MCContext context_;
  std::unique_ptr<llvm::MCDisassembler> decoder_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
};

}  // namespace

bool has_disassembler(const llvm::TargetMachine& machine) {
  const llvm::MCSubtargetInfo& chip = *machine.getMCSubtargetInfo();
  return !chip.checkFeatures("+southern-islands") && !chip.checkFeatures("+sea-islands");
}

void count_machine_code(const Bytes& code_object, const llvm::TargetMachine& machine, Resources& into) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(code_object.data(), code_object.size()), "code object"));
  if (!file) return llvm::consumeError(file.takeError());
  const auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->get());
  if (elf == nullptr) return;
  const Disassembler disassembler(machine);
  for (const auto& symbol : elf->getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    const auto found = into.find(name->str());
    if (found == into.end()) continue;
    reset_instruction_mix(found->second);
    if (!disassembler.count(code_of(symbol), found->second)) remove_instruction_mix(found->second);
  }
}

}  // namespace clc::worker

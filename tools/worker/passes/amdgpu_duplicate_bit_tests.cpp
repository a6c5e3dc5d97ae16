#include "worker/passes/amdgpu_duplicate_bit_tests.h"

#include <cstdint>
#include <iterator>

#include <llvm/ADT/STLExtras.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/Support/MathExtras.h>

namespace clc::worker {
namespace {

// Gives comparisons of a bit an S_AND each.
class BitTests {
 public:
  explicit BitTests(llvm::MachineFunction& function)
      : function_(function),
        instructions_(*function.getSubtarget().getInstrInfo()),
        registers_(function.getRegInfo()) {}

  bool duplicate_for_comparisons(llvm::MachineInstr& bit) {
    if (!is_bit(bit)) return false;
    const llvm::Register result = bit.getOperand(0).getReg();
    bool changed = false, first = true;
    for (auto behind = std::next(bit.getIterator()); behind != bit.getParent()->end(); ++behind) {
      if (!compares(*behind, result)) continue;
      if (!first) copy_before(*behind, bit);
      changed |= !first;
      first = false;
    }
    return changed;
  }

 private:
  llvm::StringRef name(const llvm::MachineInstr& instruction) const {
    return instructions_.getName(instruction.getOpcode());
  }

  bool is_mask(const llvm::MachineOperand& operand) const {
    if (operand.isImm()) return llvm::isPowerOf2_64(static_cast<std::uint64_t>(operand.getImm()));
    const llvm::MachineInstr* moved = registers_.getVRegDef(operand.getReg());
    return moved != nullptr && moved->isMoveImmediate() && moved->getOperand(1).isImm() &&
           is_mask(moved->getOperand(1));
  }

  // True for an S_AND with a single-bit mask, of virtual registers, which keep their values (SSA).
  bool is_bit(const llvm::MachineInstr& instruction) const {
    if (name(instruction) != "S_AND_B32" && name(instruction) != "S_AND_B64") return false;
    return llvm::all_of(
               instruction.explicit_operands(),
               [](const llvm::MachineOperand& operand) { return !operand.isReg() || operand.getReg().isVirtual(); }) &&
           (is_mask(instruction.getOperand(1)) || is_mask(instruction.getOperand(2)));
  }

  bool compares(const llvm::MachineInstr& instruction, llvm::Register bit) const {
    return name(instruction).starts_with("S_CMP") && instruction.getOperand(0).isReg() &&
           instruction.getOperand(0).getReg() == bit;
  }

  void copy_before(llvm::MachineInstr& comparison, const llvm::MachineInstr& bit) {
    llvm::MachineInstr* copy = function_.CloneMachineInstr(&bit);
    const llvm::Register result = registers_.cloneVirtualRegister(bit.getOperand(0).getReg());
    copy->getOperand(0).setReg(result);
    comparison.getParent()->insert(comparison.getIterator(), copy);
    for (const llvm::MachineOperand& operand : bit.explicit_uses()) {
      if (operand.isReg()) registers_.clearKillFlags(operand.getReg());
    }
    registers_.clearKillFlags(bit.getOperand(0).getReg());
    comparison.getOperand(0).setReg(result);
  }

  llvm::MachineFunction& function_;
  const llvm::TargetInstrInfo& instructions_;
  llvm::MachineRegisterInfo& registers_;
};

}  // namespace

bool AmdgpuDuplicateBitTests::runOnMachineFunction(llvm::MachineFunction& function) {
  BitTests tests(function);
  bool changed = false;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : block) changed |= tests.duplicate_for_comparisons(instruction);
  }
  return changed;
}

}  // namespace clc::worker

#include "worker/passes/amdgpu_fold_or_with_all_ones.h"

#include <cstdint>
#include <functional>

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/Support/KnownBits.h>

#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {
namespace {

constexpr int k_steps_to_bits = 8;  // definitions that are followed

// Computes known bits of 32-bit values.
class LateKnownBits {
 public:
  explicit LateKnownBits(const llvm::MachineFunction& function)
      : instructions_(*function.getSubtarget().getInstrInfo()),
        parts_(*function.getSubtarget().getRegisterInfo()),
        registers_(function.getRegInfo()) {}

  llvm::StringRef name(const llvm::MachineInstr& instruction) const {
    return instructions_.getName(instruction.getOpcode());
  }

  llvm::KnownBits value(const llvm::MachineOperand& operand, int steps = k_steps_to_bits) const {
    if (operand.isImm()) return constant(static_cast<std::uint64_t>(operand.getImm()));
    if (!operand.isReg() || !operand.getReg().isVirtual() || steps == 0) return llvm::KnownBits(32);
    const llvm::MachineInstr* made = registers_.getUniqueVRegDef(operand.getReg());
    return made == nullptr ? llvm::KnownBits(32) : result(*made, operand.getSubReg(), steps - 1);
  }

 private:
  static llvm::KnownBits constant(std::uint64_t number) {
    return llvm::KnownBits::makeConstant(llvm::APInt(32, static_cast<std::uint32_t>(number)));
  }

  llvm::KnownBits result(const llvm::MachineInstr& made, unsigned part, int steps) const {
    if (made.isRegSequence()) {
      for (unsigned index = 1; index + 1 < made.getNumOperands(); index += 2) {
        if (made.getOperand(index + 1).getImm() == part) return value(made.getOperand(index), steps);
      }
      return llvm::KnownBits(32);
    }
    llvm::StringRef operation = name(made);
    if (operation.starts_with("S_MOV_B64") && made.getOperand(1).isImm() && part != 0) {
      return constant(static_cast<std::uint64_t>(made.getOperand(1).getImm()) >> parts_.getSubRegIdxOffset(part));
    }
    if (part != 0) return llvm::KnownBits(32);
    // Others, as _sdwa, have modifiers and choose bytes.
    if (!operation.consume_front("S_") && (!operation.consume_front("V_") || !operation.consume_back("_e64")))
      operation.consume_back("_e32");
    if (made.isCopy() || operation == "MOV_B32") return value(made.getOperand(1), steps);
    if (operation == "NOT_B32") return value(made.getOperand(1), steps) ^ constant(UINT32_MAX);
    const auto both = [&](auto operate) {
      return operate(value(made.getOperand(1), steps), value(made.getOperand(2), steps));
    };
    if (operation == "AND_B32") return both(std::bit_and());
    if (operation == "OR_B32") return both(std::bit_or());
    if (operation == "XOR_B32") return both(std::bit_xor());
    return llvm::KnownBits(32);
  }

  const llvm::TargetInstrInfo& instructions_;
  const llvm::TargetRegisterInfo& parts_;
  const llvm::MachineRegisterInfo& registers_;
};

}  // namespace

bool AmdgpuFoldOrWithAllOnes::runOnMachineFunction(llvm::MachineFunction& function) {
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  const LateKnownBits known(function);
  bool changed = false;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : block) {
      const bool is_scalar = known.name(instruction) == "S_OR_B32";
      if (!is_scalar && known.name(instruction) != "V_OR_B32_e64") continue;
      // SCC, which is 1 then, is not folded either.
      if (is_scalar && !instruction.getOperand(3).isDead()) continue;
      if (!known.value(instruction.getOperand(1)).isAllOnes() && !known.value(instruction.getOperand(2)).isAllOnes())
        continue;
      if (is_scalar) instruction.removeOperand(3);
      instruction.removeOperand(2);
      instruction.setDesc(instructions.get(instruction_named(is_scalar ? "S_MOV_B32" : "V_MOV_B32_e32", instructions)));
      instruction.getOperand(1).ChangeToImmediate(-1);
      changed = true;
    }
  }
  return changed;
}

}  // namespace clc::worker

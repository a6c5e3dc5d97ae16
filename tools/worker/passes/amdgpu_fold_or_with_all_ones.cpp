#include "worker/passes/amdgpu_fold_or_with_all_ones.h"

#include <cstdint>
#include <optional>

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {
namespace {

constexpr int k_steps_to_bits = 8;  // definitions that are followed

// Computes known 32-bit values.
class KnownBits {
 public:
  explicit KnownBits(const llvm::MachineFunction& function)
      : instructions_(*function.getSubtarget().getInstrInfo()),
        parts_(*function.getSubtarget().getRegisterInfo()),
        registers_(function.getRegInfo()) {}

  llvm::StringRef name(const llvm::MachineInstr& instruction) const {
    return instructions_.getName(instruction.getOpcode());
  }

  std::optional<std::uint32_t> value(const llvm::MachineOperand& operand, int steps = k_steps_to_bits) const {
    if (operand.isImm()) return static_cast<std::uint32_t>(operand.getImm());
    if (!operand.isReg() || !operand.getReg().isVirtual() || steps == 0) return std::nullopt;
    const llvm::MachineInstr* made = registers_.getUniqueVRegDef(operand.getReg());
    return made == nullptr ? std::nullopt : result(*made, operand.getSubReg(), steps - 1);
  }

 private:
  std::optional<std::uint32_t> result(const llvm::MachineInstr& made, unsigned part, int steps) const {
    if (made.isRegSequence()) {
      for (unsigned index = 1; index + 1 < made.getNumOperands(); index += 2) {
        if (made.getOperand(index + 1).getImm() == part) return value(made.getOperand(index), steps);
      }
      return std::nullopt;
    }
    if (name(made).starts_with("S_MOV_B64") && made.getOperand(1).isImm() && part != 0) {
      const auto number = static_cast<std::uint64_t>(made.getOperand(1).getImm());
      return static_cast<std::uint32_t>(number >> parts_.getSubRegIdxOffset(part));
    }
    if (part != 0) return std::nullopt;
    if (made.isCopy() || name(made) == "S_MOV_B32" || name(made) == "V_MOV_B32_e32") {
      return value(made.getOperand(1), steps);
    }
    if (name(made) != "V_XOR_B32_e64" && name(made) != "S_XOR_B32") return std::nullopt;
    const auto one = value(made.getOperand(1), steps), other = value(made.getOperand(2), steps);
    return one && other ? std::optional(*one ^ *other) : std::nullopt;
  }

  const llvm::TargetInstrInfo& instructions_;
  const llvm::TargetRegisterInfo& parts_;
  const llvm::MachineRegisterInfo& registers_;
};

}  // namespace

bool AmdgpuFoldOrWithAllOnes::runOnMachineFunction(llvm::MachineFunction& function) {
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  const KnownBits known(function);
  bool changed = false;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : block) {
      if (known.name(instruction) != "V_OR_B32_e64") continue;
      if (known.value(instruction.getOperand(1)) != UINT32_MAX && known.value(instruction.getOperand(2)) != UINT32_MAX)
        continue;
      instruction.removeOperand(2);
      instruction.setDesc(instructions.get(instruction_named("V_MOV_B32_e32", instructions)));
      instruction.getOperand(1).ChangeToImmediate(-1);
      changed = true;
    }
  }
  return changed;
}

}  // namespace clc::worker

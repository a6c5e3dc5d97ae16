#include "worker/passes/amdgpu_split_long_constants.h"

#include <cstdint>

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {
namespace {

// True if S_MOV_B64 holds the number: 32 bits without a sign, or one of the small numbers that need no literal.
bool fits_one_move(std::int64_t number) {
  return number >= -16 && number <= UINT32_MAX;
}

}  // namespace

bool AmdgpuSplitLongConstants::runOnMachineFunction(llvm::MachineFunction& function) {
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  bool changed = false;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : block) {
      if (instructions.getName(instruction.getOpcode()) != "S_MOV_B64" || !instruction.getOperand(1).isImm() ||
          fits_one_move(instruction.getOperand(1).getImm()))
        continue;
      instruction.setDesc(instructions.get(instruction_named("S_MOV_B64_IMM_PSEUDO", instructions)));
      changed = true;
    }
  }
  return changed;
}

}  // namespace clc::worker

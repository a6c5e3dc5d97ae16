#include "worker/passes/amdgpu_keep_copies_in_flight.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "worker/passes/number_group_copies.h"

namespace clc::worker {

void AmdgpuKeepCopiesInFlight::getAnalysisUsage(llvm::AnalysisUsage& usage) const {
  usage.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(usage);
}

bool AmdgpuKeepCopiesInFlight::runOnMachineFunction(llvm::MachineFunction& function) {
  if (!function.getFunction().hasFnAttribute(NumberGroupCopies::k_attribute)) return false;
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  bool is_changed = false;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : llvm::make_early_inc_range(block)) {
      const llvm::StringRef name = instructions.getName(instruction.getOpcode());
      if (name == "S_WAITCNT_lds_direct") {
        instruction.eraseFromParent();
      } else if (name.starts_with("DS_") && !instruction.memoperands_empty()) {
        instruction.dropMemRefs(function);
      } else {
        continue;
      }
      is_changed = true;
    }
  }
  return is_changed;
}

}  // namespace clc::worker

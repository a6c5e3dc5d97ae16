#include "worker/passes/amdgpu_split_long_regions.h"

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {
namespace {

constexpr unsigned k_most_instructions = 2'000;

bool split(llvm::MachineBasicBlock& block, const llvm::MCInstrDesc& barrier) {
  unsigned count = 0;
  bool is_split = false;
  for (auto next = block.begin(); next != block.getFirstTerminator(); ++next) {
    if (next->isDebugInstr() || count++ < k_most_instructions) continue;
    llvm::BuildMI(block, next, llvm::DebugLoc(), barrier).addImm(0);
    is_split = true;
    count = 1;
  }
  return is_split;
}

}  // namespace

bool AmdgpuSplitLongRegions::runOnMachineFunction(llvm::MachineFunction& function) {
  if (!function.getSubtarget().checkFeatures("+vopd,+wavefrontsize32")) return false;
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  const llvm::MCInstrDesc& barrier = instructions.get(instruction_named("SCHED_BARRIER", instructions));
  bool is_split = false;
  for (llvm::MachineBasicBlock& block : function) is_split = split(block, barrier) || is_split;
  return is_split;
}

}  // namespace clc::worker

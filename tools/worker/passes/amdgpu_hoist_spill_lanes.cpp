#include "worker/passes/amdgpu_hoist_spill_lanes.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/CodeGen/MachineCycleAnalysis.h>
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

namespace clc::worker {
namespace {

bool defines_spill_lanes(const llvm::MachineInstr& instruction, const llvm::MachineRegisterInfo& registers) {
  if (!instruction.isImplicitDef() || !instruction.getOperand(0).getReg().isVirtual()) return false;
  const llvm::TargetInstrInfo& instructions = *instruction.getMF()->getSubtarget().getInstrInfo();
  return llvm::any_of(registers.use_instructions(instruction.getOperand(0).getReg()), [&](const auto& user) {
    const llvm::StringRef name = instructions.getName(user.getOpcode());
    return name == "SI_SPILL_S32_TO_VGPR" || name == "SI_RESTORE_S32_FROM_VGPR";
  });
}

void move_to_end(llvm::MachineInstr& instruction, llvm::MachineBasicBlock& block, llvm::LiveIntervals* intervals) {
  const llvm::Register lanes = instruction.getOperand(0).getReg();
  if (intervals != nullptr) {
    intervals->RemoveMachineInstrFromMaps(instruction);
    intervals->removeInterval(lanes);
  }
  block.splice(block.getFirstTerminator(), instruction.getParent(), instruction.getIterator());
  if (intervals != nullptr) {
    intervals->InsertMachineInstrInMaps(instruction);
    intervals->createAndComputeVirtRegInterval(lanes);
  }
}

}  // namespace

void AmdgpuHoistSpillLanes::getAnalysisUsage(llvm::AnalysisUsage& usage) const {
  usage.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(usage);
}

bool AmdgpuHoistSpillLanes::runOnMachineFunction(llvm::MachineFunction& function) {
  std::vector<llvm::MachineInstr*> found;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : block) {
      if (defines_spill_lanes(instruction, function.getRegInfo())) found.push_back(&instruction);
    }
  }
  if (found.empty()) return false;
  const llvm::MachineDominatorTree tree(function);
  llvm::MachineCycleInfo cycles;
  cycles.compute(function);
  auto* analysis = getAnalysisIfAvailable<llvm::LiveIntervalsWrapperPass>();
  bool has_changed = false;
  for (llvm::MachineInstr* instruction : found) {
    llvm::MachineBasicBlock* block = instruction->getParent();
    while (cycles.getCycle(block) != nullptr) block = tree.getNode(block)->getIDom()->getBlock();
    if (block == instruction->getParent()) continue;
    move_to_end(*instruction, *block, analysis == nullptr ? nullptr : &analysis->getLIS());
    has_changed = true;
  }
  return has_changed;
}

}  // namespace clc::worker

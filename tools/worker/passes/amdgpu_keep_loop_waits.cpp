#include "worker/passes/amdgpu_keep_loop_waits.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {

void AmdgpuKeepLoopWaits::getAnalysisUsage(llvm::AnalysisUsage& usage) const {
  usage.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(usage);
}

// S_WAITCNT is kept for S_WAITCNT_soft.
unsigned AmdgpuKeepLoopWaits::kept(unsigned instruction, const llvm::TargetInstrInfo& instructions) {
  llvm::StringRef name = instructions.getName(instruction);
  if (!name.starts_with("S_WAIT") || !name.consume_back("_soft")) return 0;
  const auto [known, is_new] = kept_.try_emplace(instruction, 0);
  if (is_new) known->second = instruction_named(name, instructions);
  return known->second;
}

bool AmdgpuKeepLoopWaits::runOnMachineFunction(llvm::MachineFunction& function) {
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  bool is_changed = false;
  for (auto blocks = llvm::scc_begin(&function); !blocks.isAtEnd(); ++blocks) {
    if (!blocks.hasCycle()) continue;
    for (llvm::MachineBasicBlock* block : *blocks) {
      for (llvm::MachineInstr& instruction : *block) {
        const unsigned wait = kept(instruction.getOpcode(), instructions);
        if (wait == 0) continue;
        instruction.setDesc(instructions.get(wait));
        is_changed = true;
      }
    }
  }
  return is_changed;
}

}  // namespace clc::worker

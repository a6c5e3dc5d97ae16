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

// S_WAITCNT for S_WAITCNT_soft.
unsigned AmdgpuKeepLoopWaits::hard_wait(unsigned opcode, const llvm::TargetInstrInfo& instructions) {
  llvm::StringRef name = instructions.getName(opcode);
  if (!name.starts_with("S_WAIT") || !name.consume_back("_soft")) return 0;
  const auto [known, is_new] = hard_waits_.try_emplace(opcode, 0);
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
        const unsigned wait = hard_wait(instruction.getOpcode(), instructions);
        if (wait == 0) continue;
        instruction.setDesc(instructions.get(wait));
        is_changed = true;
      }
    }
  }
  return is_changed;
}

}  // namespace clc::worker

#include "worker/codegen/amdgpu/amdgpu_waits.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

namespace clc::worker {

char KeepWaitsOfLoops::ID = 0;

void KeepWaitsOfLoops::getAnalysisUsage(llvm::AnalysisUsage& usage) const {
  usage.setPreservesAll();
  MachineFunctionPass::getAnalysisUsage(usage);
}

// LLVM's headers do not have the instructions of its targets: they are found by name, S_WAITCNT for S_WAITCNT_soft.
unsigned KeepWaitsOfLoops::kept(unsigned instruction, const llvm::TargetInstrInfo& instructions) {
  llvm::StringRef name = instructions.getName(instruction);
  if (!name.starts_with("S_WAIT") || !name.consume_back("_soft")) return 0;
  const auto [known, is_new] = kept_.try_emplace(instruction, 0);
  for (unsigned other = 0; is_new && other < instructions.getNumOpcodes(); ++other) {
    if (instructions.getName(other) == name) known->second = other;
  }
  return known->second;
}

bool KeepWaitsOfLoops::runOnMachineFunction(llvm::MachineFunction& function) {
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

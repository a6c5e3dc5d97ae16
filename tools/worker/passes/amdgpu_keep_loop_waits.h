// Makes waits for memory in loops such that LLVM keeps:
//   top:   S_WAITCNT_soft 127   becomes   S_WAITCNT 127        lgkmcnt(0)
//          S_BARRIER
//          DS_WRITE_B32 …       which others read after the barrier of the next iteration, or what was there
//          S_CBRANCH_SCC1 top
// A fence is a wait in AMD's code, which LLVM 22 removes where nothing is in flight. It looks at the blocks of a loop
// before it knows what they leave in flight for the next iteration, and a wait that is gone then does not come back
// (llvm 211684, open; 207883). A wait for which nothing is in flight costs an instruction. It goes when clc needs an
// LLVM that has mended it.
#pragma once

#include <map>

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuKeepLoopWaits final : public MachinePass<AmdgpuKeepLoopWaits> {
 public:
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnMachineFunction(llvm::MachineFunction& function) override;

 private:
  // The instruction that is kept, of one that LLVM may remove, by their numbers; 0: it is no such wait.
  unsigned kept(unsigned instruction, const llvm::TargetInstrInfo& instructions);

  std::map<unsigned, unsigned> kept_;
};

}  // namespace clc::worker

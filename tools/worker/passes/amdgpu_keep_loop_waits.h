// Replaces the waits for memory that LLVM may remove (…_soft) by ones that it keeps, in loops:
//   top:   S_WAITCNT_soft 127   becomes   S_WAITCNT 127        lgkmcnt(0)
//          S_BARRIER
//          DS_WRITE_B32 …       read by others after the barrier of the next iteration
//          S_CBRANCH_SCC1 top
// A fence is lowered to a soft wait, which LLVM 22 removes where nothing is in flight. It visits the blocks of a loop
// before it knows what they leave in flight for the next iteration, and does not restore a wait that it removed then
// (llvm 211684, open; 207883). A wait with nothing in flight costs one instruction. The pass can go when clc needs an
// LLVM with a fix.
#pragma once

#include <map>

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuKeepLoopWaits final : public MachinePass<AmdgpuKeepLoopWaits> {
 public:
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnMachineFunction(llvm::MachineFunction& function) override;

 private:
  // Returns the opcode of the hard wait for that of a soft one; 0 for any other instruction.
  unsigned hard_wait(unsigned opcode, const llvm::TargetInstrInfo& instructions);

  std::map<unsigned, unsigned> hard_waits_;
};

}  // namespace clc::worker

// Removes the waits that LLVM inserts for loads straight to local memory, in kernels that wait for these themselves
// (number-group-copies marks them): at each fence, and before each access of local memory that might be to the same
// place. With them, copies that are under way while a kernel works on others would be waited for at once.
//   S_WAITCNT_lds_direct                                          is removed
//   DS_READ_B32 … :: (load (s32), addrspace 3)   becomes   DS_READ_B32 …, for which LLVM inserts no such wait
// No public report is known: LLVM 22 has no way to say which loads a wait is for. It can go when asynchronous marks
// (llvm.amdgcn.asyncmark, in LLVM after 22) replace the waits of builtins/amdgcn_copies.cl.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuKeepCopiesInFlight final : public MachinePass<AmdgpuKeepCopiesInFlight> {
 public:
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

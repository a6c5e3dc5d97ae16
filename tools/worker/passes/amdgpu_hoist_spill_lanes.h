// Hoists the IMPLICIT_DEF of a vector register that holds spilled scalar registers out of all loops:
//   head:  %lanes = IMPLICIT_DEF                             before:  %lanes = IMPLICIT_DEF
//          $s0 = SI_RESTORE_S32_FROM_VGPR %lanes, 2          head:    $s0 = SI_RESTORE_S32_FROM_VGPR %lanes, 2
//          %lanes = SI_SPILL_S32_TO_VGPR $s1, 2, %lanes               %lanes = SI_SPILL_S32_TO_VGPR $s1, 2, %lanes
//          S_CBRANCH_SCC1 head                                        S_CBRANCH_SCC1 head
// LLVM spills scalar registers to lanes of a vector register, and defines that register in the nearest common dominator
// of the blocks that use it. If that is in a loop, the live range starts anew in each iteration, and spilled values
// that are carried to the next one are lost, such as the masks of work-items that have left the loop (llvm 186348,
// fixed after 22.1). The pass can go when clc needs LLVM 23.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuHoistSpillLanes final : public MachinePass<AmdgpuHoistSpillLanes> {
 public:
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

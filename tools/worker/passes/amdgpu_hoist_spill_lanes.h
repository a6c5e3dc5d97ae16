// Begins a register whose lanes keep scalar registers before all loops:
//   head:  %lanes = IMPLICIT_DEF                             before:  %lanes = IMPLICIT_DEF
//          $s0 = SI_RESTORE_S32_FROM_VGPR %lanes, 2          head:    $s0 = SI_RESTORE_S32_FROM_VGPR %lanes, 2
//          %lanes = SI_SPILL_S32_TO_VGPR $s1, 2, %lanes               %lanes = SI_SPILL_S32_TO_VGPR $s1, 2, %lanes
//          S_CBRANCH_SCC1 head                                        S_CBRANCH_SCC1 head
// Where scalar registers do not suffice, LLVM spills some to lanes of a vector register, which it says to begin where
// all blocks that use it have come together. Where that is in a loop, the register begins anew in each iteration, and
// is not kept from one to the next, with the masks of items that have left the loop in it (llvm 186348, mended
// after 22.1). It goes when clc needs LLVM 23.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuHoistSpillLanes final : public MachinePass<AmdgpuHoistSpillLanes> {
 public:
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

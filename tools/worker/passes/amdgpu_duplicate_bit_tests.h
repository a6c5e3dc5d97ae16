// Clones an S_AND of a single bit for each further S_CMP that reads it:
//   %3 = S_AND_B32 %1, 1                 %3 = S_AND_B32 %1, 1
//   S_CMP_LG_U32 %3, 0                   S_CMP_LG_U32 %3, 0
//   %4 = S_CSELECT_B32 %2, 0             %4 = S_CSELECT_B32 %2, 0
//   S_CMP_EQ_U32 %3, 0                   %6 = S_AND_B32 %1, 1
//   %5 = S_CSELECT_B32 %2, 0             S_CMP_EQ_U32 %6, 0 …
// LLVM 22 removes the first comparison, since S_AND_B32 sets SCC as well, and for the second it replaces the same
// S_AND_B32 by S_BITCMP0_B32, which sets SCC inverted: the first select then yields the wrong value. Inserting an
// element into a vector of two longs emits both comparisons. No public report is known. The pass can go when clc needs
// LLVM 23 (bench/next-llvm).
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuDuplicateBitTests final : public MachinePass<AmdgpuDuplicateBitTests> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

// Gives each comparison of a bit an S_AND of its own, so that each becomes a test of its own:
//   %3 = S_AND_B32 %1, 1                 %3 = S_AND_B32 %1, 1        LLVM alone: S_BITCMP0_B32 %1, 0
//   S_CMP_LG_U32 %3, 0                   S_CMP_LG_U32 %3, 0
//   %4 = S_CSELECT_B32 %2, 0             %4 = S_CSELECT_B32 %2, 0                %4 = … of the wrong element
//   S_CMP_EQ_U32 %3, 0                   %6 = S_AND_B32 %1, 1
//   %5 = S_CSELECT_B32 %2, 0             S_CMP_EQ_U32 %6, 0 …                    %5 = S_CSELECT_B32 %2, 0
// Two comparisons of one bit become one where LLVM 22 chooses shorter instructions: the first needs none, because
// s_and_b32 sets SCC, too, and for the second s_and_b32 becomes a test that sets SCC the other way round. What the
// first selects is then wrong. An element that is written into a vector of two longs has both. No public report is
// known. It goes when clc needs an LLVM that has mended it.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuDuplicateBitTests final : public MachinePass<AmdgpuDuplicateBitTests> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

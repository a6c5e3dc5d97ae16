// Folds x | -1 to -1 where the -1 is known only after instructions were selected:
//   %3 = V_XOR_B32_e64 %1, %2        of 0 and -1        %3 = V_XOR_B32_e64 %1, %2
//   %5 = V_OR_B32_e64 %3, %4                            %5 = V_MOV_B32_e32 -1
// LLVM 22 removes the wrong operand there, and x remains (SI Fold Operands). The upper half of a long that was extended
// without its sign, as in ((ulong)x ^ -4) | y, is such a value. No public report is known.
// It goes when clc needs an LLVM that has mended it.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuFoldOrWithAllOnes final : public MachinePass<AmdgpuFoldOrWithAllOnes> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

// Folds x | -1 to -1 where the -1 becomes known only after instruction selection:
//   %3 = V_XOR_B32_e64 %1, %2        of 0 and -1        %3 = V_XOR_B32_e64 %1, %2
//   %5 = V_OR_B32_e64 %3, %4                            %5 = V_MOV_B32_e32 -1
// SI Fold Operands of LLVM 22 removes the wrong operand of such an OR and leaves x. Upper halves of zero-extended
// integers, as in ((ulong)x ^ -4) | y or ~(ulong)x | y, are such values. No public report is known. The pass can go
// when clc needs LLVM 23 (bench/next-llvm).
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuFoldOrWithAllOnes final : public MachinePass<AmdgpuFoldOrWithAllOnes> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

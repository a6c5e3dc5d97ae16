// Sums of bits that are all set.
#pragma once

#include <llvm/CodeGen/MachineFunctionPass.h>

namespace clc::worker {

// x | -1 is -1. Where LLVM 22 finds the -1 only after it has chosen instructions, it removes the wrong operand, and x
// remains (SI Fold Operands). The upper half of a long that was extended without its sign, as in ((ulong)x ^ -4) | y,
// is such a value:
//
//   %3 = V_XOR_B32_e64 %1, %2        of 0 and -1        becomes        %3 = V_XOR_B32_e64 %1, %2
//   %5 = V_OR_B32_e64 %3, %4                                           %5 = V_MOV_B32_e32 -1
//
// No public report is known. It goes when clc needs an LLVM that has mended it.
class KeepAllBits final : public llvm::MachineFunctionPass {
 public:
  KeepAllBits() : llvm::MachineFunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

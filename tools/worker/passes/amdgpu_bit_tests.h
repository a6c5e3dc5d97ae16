// Comparisons of one bit.
#pragma once

#include <llvm/CodeGen/MachineFunctionPass.h>

namespace clc::worker {

// Two comparisons of the same bit become one where LLVM 22 chooses shorter instructions: the first needs none, because
// s_and_b32 sets SCC, too, and for the second s_and_b32 becomes a test that sets SCC the other way round. What the
// first selects is then wrong. An element that is written into a vector of two longs has both:
//
//   %3 = S_AND_B32 %1, 1                     S_BITCMP0_B32 %1, 0
//   S_CMP_LG_U32 %3, 0
//   %4 = S_CSELECT_B32 %2, 0                 %4 = S_CSELECT_B32 %2, 0     of the wrong element
//   S_CMP_EQ_U32 %3, 0
//   %5 = S_CSELECT_B32 %2, 0                 %5 = S_CSELECT_B32 %2, 0
//
// Here each comparison gets an S_AND of its own before, so that each becomes a test of its own. No public report is
// known. It goes when clc needs an LLVM that has mended it.
class KeepBitTests final : public llvm::MachineFunctionPass {
 public:
  KeepBitTests() : llvm::MachineFunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

// Elements of vectors whose number becomes known late.
#pragma once

#include <llvm/CodeGen/MachineFunctionPass.h>

namespace clc::worker {

// An element whose number is not known is read through a register that holds the number (gfx9). Where LLVM 22 finds the
// number after it has chosen instructions, it puts the constant there, and takes it for a register when it writes the
// instructions: the compiler dies (llvm 179699).
//
//   %7 = V_INDIRECT_REG_READ_GPR_IDX_B32_V4 %3, 2, sub0     becomes     %7 = V_MOV_B32_e32 %3.sub2
//
// It goes when clc needs an LLVM that has mended it.
class ReadKnownElements final : public llvm::MachineFunctionPass {
 public:
  ReadKnownElements() : llvm::MachineFunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

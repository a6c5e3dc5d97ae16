// Reads an element of a vector by its register where its number became known after instructions were selected:
//   %7 = V_INDIRECT_REG_READ_GPR_IDX_B32_V4 %3, 2, sub0     becomes     %7 = V_MOV_B32_e32 %3.sub2
// An element whose number is not known is read through a register that holds the number (gfx9). Where LLVM 22 finds the
// number late, it puts the constant there, and takes it for a register when it writes the instructions: it crashes
// (llvm 179699). It goes when clc needs an LLVM that has mended it.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuReadKnownElements final : public MachinePass<AmdgpuReadKnownElements> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

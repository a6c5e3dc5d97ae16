// Replaces an indirect read of a vector element by a move of its subregister, if the index became a constant only after
// instruction selection:
//   %7 = V_INDIRECT_REG_READ_GPR_IDX_B32_V4 %3, 2, sub0     becomes     %7 = V_MOV_B32_e32 %3.sub2
// On gfx9 an indirect read takes the index from a register. LLVM 22 folds a late constant into that operand, takes it
// for a register when it emits the instruction, and crashes (llvm 179699). The pass can go when clc needs an LLVM with
// a fix.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuReadKnownElements final : public MachinePass<AmdgpuReadKnownElements> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

// Lets constants of 64 bits be split that no single instruction can hold:
//   %1 = S_MOV_B64 4631952216750555136       %1 = S_MOV_B64_IMM_PSEUDO 4631952216750555136
// LLVM 22 copies a constant by S_MOV_B64 (SIInstrInfo::foldImmediate, for Peephole Optimizations), which holds 32 bits:
// the upper half became 0. Post-RA pseudo instruction expansion makes two instructions of the other, or one where that
// is right. No public report is known; SI Fix SGPR copies did the same
// (https://github.com/llvm/llvm-project/pull/200576). The pass can go when clc needs an LLVM in which both are mended.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuSplitLongConstants final : public MachinePass<AmdgpuSplitLongConstants> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

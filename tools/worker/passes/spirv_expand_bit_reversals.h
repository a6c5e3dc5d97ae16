// Expands llvm.bitreverse to shifts and masks: SPIR-V has an instruction for it in shaders, and in kernels with an
// extension only. LLVM also makes such calls of shifts and masks.
//   @llvm.bitreverse.i8(i8 %x)   becomes three steps, the first of which is (%x >> 1 & 85) | (%x & 85) << 1
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandBitReversals : public RequiredPass<SpirvExpandBitReversals> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

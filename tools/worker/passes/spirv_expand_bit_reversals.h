// Expands llvm.bitreverse to shifts and masks: SPIR-V has OpBitReverse in shaders, and in kernels only with an
// extension. LLVM also forms llvm.bitreverse from shifts and masks in the source.
//   @llvm.bitreverse.i8(i8 %x)   becomes   three steps, the first: (%x >> 1 & 85) | (%x & 85) << 1
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandBitReversals : public RequiredPass<SpirvExpandBitReversals> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

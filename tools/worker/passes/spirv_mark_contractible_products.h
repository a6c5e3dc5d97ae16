// Marks the second product of `a * b + c * d` as `contract`, because C permits either to be fused. Clang forms
// llvm.fmuladd of one product and leaves the other as its addend.
//   %p = fmul float %c, %d                  becomes   %p = fmul contract float %c, %d
//   call float @llvm.fmuladd(%a, %b, %p)              (unchanged)
// Runs before the optimiser, while values of other expressions are still loads, so that a product among the operands is
// one of the same expression. Portable: spirv-emit-contraction-off and spirv-fuse-divergent-products read the mark.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvMarkContractibleProducts : public RequiredPass<SpirvMarkContractibleProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

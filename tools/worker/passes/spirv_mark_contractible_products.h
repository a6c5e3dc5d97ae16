// Marks the second product of `a * b + c * d` as one that C permits to contract, too: Clang's contraction is of one of
// the two products, and the other one is an addend.
//   %p = fmul float %c, %d                  becomes   %p = fmul contract float %c, %d
//   call float @llvm.fmuladd(%a, %b, %p)              (unchanged)
// Runs before the optimiser: values of other expressions come from memory there, and are no products of the same one.
// Portable: spirv-emit-contraction-off and spirv-fuse-divergent-products read the mark.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvMarkContractibleProducts : public RequiredPass<SpirvMarkContractibleProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

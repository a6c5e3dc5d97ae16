// Fuses the divergent one of two products with their sum where C permits either to be fused. The uniform product then
// need not be computed per work-item.
//   %p = fmul contract %id, %x                       becomes   %p = fmul contract %u, %v
//   fmuladd(%u, %v, %p)   (%u and %v are uniform)              fmuladd(%id, %x, %p)
// Tuning for the vectoriser of Intel's CPU driver, which keeps uniform values in scalar registers; harmless elsewhere.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvFuseDivergentProducts : public RequiredPass<SpirvFuseDivergentProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

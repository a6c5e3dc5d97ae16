// Lowers llvm.fmuladd to OpenCL's `mad`, which is one fused operation or two, whichever is faster. Repair: LLVM 22's
// SPIR-V backend writes `fma`, which must be fused, so that devices without a fast one compute it in software.
//   %r = call float @llvm.fmuladd.f32(%a, %b, %c)   becomes   %r = call spir_func float @_Z3madfff(%a, %b, %c)
// Portable: other drivers lose nothing by three choices that suit Intel's CPU driver. In a divergent block, where that
// driver calls `mad` under a mask, fmuladd becomes a product and a sum, which a driver may contract (not with
// "contraction-off"). So does one of vectors of up to four elements that are scattered in memory. Other vectors of up
// to four are lowered element by element, for which the driver has fast code. Longer vectors stay vectors, and so do
// all in a function with more than 32 fmuladds of vectors, such as a kernel that keeps blocks in registers.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerFmuladd : public RequiredPass<SpirvLowerFmuladd> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Lowers llvm.fmuladd to OpenCL's `mad`, which is one fused operation or two, whichever is fast. Repair: LLVM 22's
// SPIR-V backend writes `fma`, which is exact, so that devices without a fast one compute it in software.
//   %r = call float @llvm.fmuladd.f32(%a, %b, %c)   becomes   %r = call spir_func float @_Z3madfff(%a, %b, %c)
// It is portable but for three choices for Intel's CPU driver. In a divergent block, where that driver calls `mad`
// under a mask, it is a product and a sum, which the driver may contract (not with "contraction-off"). So are vectors
// of up to four elements that are scattered in memory. Other short vectors are lowered element by element, for which
// the driver has fast code; not long ones, nor more than 32 of them, which a kernel that keeps blocks in registers has.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerFmuladd : public RequiredPass<SpirvLowerFmuladd> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

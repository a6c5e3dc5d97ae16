// Writes out `vload` and `vstore` of two, four, eight and sixteen elements of 32 bits or more.
//   call <4 x float> @_Z6vload4mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
//     becomes   load <4 x float>, ptr addrspace(1) (getelementptr <4 x float>, %p, %i), align 4
// Writes out `dot` as products and llvm.fmuladd, `clamp` of floating-point numbers as `fmax` and `fmin`, and the scalar
// of `fmax`, `fmin`, `max` and `min` of a vector and a scalar as a vector.
// Portable: the optimiser then knows what they do. PoCL inlines no builtin into a kernel from SPIR-V, because its
// library alone is marked "no-builtins" (PoCL 6), so that a kernel with a call takes one work-item after the other. The
// tuning for Intel's CPU driver lowers some of these calls later.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvWriteOutBuiltins : public RequiredPass<SpirvWriteOutBuiltins> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

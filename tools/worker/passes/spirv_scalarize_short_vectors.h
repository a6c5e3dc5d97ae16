// Scalarises OpenCL's builtins of vectors of two to four elements, and divisions and conversions of up to eight;
// expands geometric functions, and long `mad` to products and sums; and makes `vloadn` and `vstoren` loads and stores.
//   %r = call <2 x float> @_Z3sinDv2_f(<2 x float> %v)   becomes   %r0 = call float @_Z3sinf(float %v0) ...
// Left are operations in divergent blocks, those in loops that carry so many vectors that the elements of sixteen
// work-items do not fit into registers, and what ScalarizationPlan leaves out.
// Tuning for the vectoriser of Intel's CPU driver, which calls a builtin of vectors once for each work-item and
// vectorises that of a number: from source, too, the call takes up to fourteen times as long. It goes when the driver
// scalarises by itself.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvScalarizeShortVectors : public RequiredPass<SpirvScalarizeShortVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Scalarises OpenCL's builtins of vectors of two to four elements, and divisions and conversions of up to eight;
// expands geometric functions, and long `mad` to products and sums; and lowers `vloadn` and `vstoren` to loads and
// stores.
//   %r = call <2 x float> @_Z3sinDv2_f(<2 x float> %v)   becomes   %r0 = call float @_Z3sinf(float %v0) ...
// Leaves operations in divergent blocks (except `vloadn` and `vstoren` of up to eight bytes), those in loops that carry
// so many vectors that the elements of sixteen work-items do not fit into registers, and what ScalarizationPlan
// rejects.
// Tuning for the vectoriser of Intel's CPU driver, which vectorises a builtin of scalars but calls one of vectors once
// for each work-item: compiled from source, too, the call takes up to fourteen times as long. It goes when the driver
// scalarises by itself.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvScalarizeShortVectors : public RequiredPass<SpirvScalarizeShortVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

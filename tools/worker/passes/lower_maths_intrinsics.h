// Lowers intrinsics for functions of C's maths library, which `__builtin_elementwise_sin` and its like are, to calls of
// OpenCL's functions, or to arithmetic where OpenCL has no function of the same arguments.
//   call <2 x float> @llvm.sin.v2f32(<2 x float> %x)   becomes   two calls of _Z3sinf
// The backends for chips write them as calls of a library that no chip has; the SPIR-V backend cannot write some of
// them at all. For chips it runs before the builtin library is linked, for SPIR-V behind the optimiser, which makes
// some.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class LowerMathsIntrinsics : public RequiredPass<LowerMathsIntrinsics> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

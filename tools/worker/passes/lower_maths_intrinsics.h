// Lowers intrinsics for functions of C's maths library, to which Clang compiles `__builtin_elementwise_sin` and the
// like, to calls of OpenCL builtins, or to arithmetic where OpenCL has no builtin of the same signature.
//   call <2 x float> @llvm.sin.v2f32(<2 x float> %x)   becomes   two calls of _Z3sinf
// GPU backends lower them to calls of a libm that no GPU has; the SPIR-V backend cannot select some of them at all. For
// GPUs it runs before the builtin library is linked, for SPIR-V after the optimiser, which creates some.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class LowerMathsIntrinsics : public RequiredPass<LowerMathsIntrinsics> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

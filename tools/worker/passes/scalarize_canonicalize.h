// Splits llvm.canonicalize of a vector into one call per element: the NVPTX backend cannot select it for vectors.
//   call <2 x float> @llvm.canonicalize.v2f32(<2 x float> %x)   becomes   two calls of @llvm.canonicalize.f32
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class ScalarizeCanonicalize : public RequiredPass<ScalarizeCanonicalize> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Expands llvm.canonicalize to a multiplication by 1, for backends that cannot select it (SPIR-V, R600).
//   call float @llvm.canonicalize.f32(float %x)   becomes   fmul float %x, 1.0
// It runs after the optimiser, which would remove the multiplication.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class ExpandCanonicalize : public RequiredPass<ExpandCanonicalize> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Splats the scalar condition of a select of vectors: the backend emits `OpSelect` of vectors by a scalar, which SPIR-V
// before 1.4 does not have.
//   select i1 %c, <4 x i32> %a, <4 x i32> %b   becomes   select <4 x i1> (splat %c), <4 x i32> %a, <4 x i32> %b
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSplatSelectConditions : public RequiredPass<SpirvSplatSelectConditions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

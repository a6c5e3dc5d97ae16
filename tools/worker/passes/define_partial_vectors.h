// Sets a private vector to 0 where its variable begins, if an element is assigned before all of it has a value.
//   float4 v;       v.xyz = a;   becomes   float4 v = 0;   v.xyz = a;
// Functions of vectors compute the other elements, too. Libraries branch on some of them, and LLVM takes a branch on an
// undefined value for one that is never reached: what leads there was left out, or the whole kernel refused.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class DefinePartialVectors : public RequiredPass<DefinePartialVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

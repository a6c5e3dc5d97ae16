// Sign-extends sums that are indices and never negative, where several of a function differ by constants only.
//   %i = zext nneg i32 %sum to i64   becomes   %i = sext i32 %sum to i64
// The code generator then folds the constants of `i - first` and `(i + 1) - first`, which unrolled loops have, into the
// addresses of loads.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxSignExtendSums : public RequiredPass<NvptxSignExtendSums> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Sign-extends sums that are only used as indices and are never negative, where a function has several that differ by
// constants only.
//   %i = zext nneg i32 %sum to i64   becomes   %i = sext i32 %sum to i64
// The code generator then folds the constants of `i - first` and `(i + 1) - first`, as unrolled loops have them, into
// the addresses of loads.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxSignExtendSums : public RequiredPass<NvptxSignExtendSums> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

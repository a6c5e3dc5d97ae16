// Expands `abs`, `min`, `max` and `clamp` of integers, and LLVM's intrinsics for them, to comparisons and selects, and
// `mul24` and `mad24` to products and sums. Only of scalars.
//   %r = call i32 @_Z3minii(i32 %a, i32 %b)   becomes   %c = icmp slt i32 %a, %b   %r = select i1 %c, i32 %a, i32 %b
// Tuning for the vectoriser of Intel's CPU driver, which takes the result of a call as divergent, and so a loop up to
// it as one that work-items leave one by one. Correct everywhere; elsewhere a native `min` or `mul24` may be lost.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandIntegerFunctions : public RequiredPass<SpirvExpandIntegerFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

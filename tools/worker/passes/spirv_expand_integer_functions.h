// Expands `abs`, `min`, `max` and `clamp` of scalar integers, and LLVM's intrinsics for them, to comparisons and
// selects, and scalar `mul24` and `mad24` to products and sums.
//   %r = call i32 @_Z3minii(i32 %a, i32 %b)   becomes   %c = icmp slt i32 %a, %b   %r = select i1 %c, i32 %a, i32 %b
// Tuning for the vectoriser of Intel's CPU driver, which takes the result of a call as divergent, and so the exit of a
// loop that it bounds. Correct everywhere; elsewhere a native `min` or `mul24` may be lost.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandIntegerFunctions : public RequiredPass<SpirvExpandIntegerFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

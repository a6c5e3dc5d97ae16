// Splits an address whose index is the sum of a uniform part and a divergent one without a constant stride between
// work-items: the uniform part becomes an address of its own.
//   %i = add nsw i64 %row, %key                          %r = getelementptr float, ptr %p, i64 %row
//   %a = getelementptr float, ptr %p, i64 %i   becomes   %a = getelementptr float, ptr %r, i64 %key
// Tuning for the vectoriser of Intel's CPU driver, which then gathers by the divergent part without a sum. Indices with
// a constant stride stay whole: the driver needs the whole index to load a contiguous row at once.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSplitUniformAddresses : public RequiredPass<SpirvSplitUniformAddresses> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Widens divergent sums that do not wrap and have a constant stride between work-items to the width of a pointer.
//   %s = add nsw i32 %x, 1                      %w = sext i32 %x to i64
//   %i = sext i32 %s to i64        becomes      %i = add nsw i64 %w, 1
// SPIR-V 1.2 cannot express `nsw`: for a driver a sum of 32 bits may wrap, so that it sees no stride.
// Tuning for the vectoriser of Intel's CPU driver, which loads a row at once where it sees a unit stride. Costs 64-bit
// additions elsewhere.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvWidenIndexSums : public RequiredPass<SpirvWidenIndexSums> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

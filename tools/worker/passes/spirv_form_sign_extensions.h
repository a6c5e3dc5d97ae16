// Forms a sign extension of a left shift by 32 and an arithmetic right shift. The right shift may be shorter, which
// leaves a factor, and a constant may be added between the two.
//   %l = shl i64 %i, 32                    %n = trunc i64 %i to i32
//   %a = ashr exact i64 %l, 30   becomes   %w = sext i32 %n to i64
//                                          %a = shl nsw i64 %w, 2
// LLVM's optimiser makes these shifts of `a[(int)get_global_id(0)]`.
// Tuning for the vectoriser of Intel's CPU driver, which sees no unit stride through shifts. Correct everywhere, and no
// slower.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvFormSignExtensions : public RequiredPass<SpirvFormSignExtensions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

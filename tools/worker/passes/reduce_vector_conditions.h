// Reduces the conditions of a vector's elements by `or` or `and` where a comparison tests whether any or all hold.
// LLVM's NVPTX backend would assemble an integer from the conditions bit by bit.
//   icmp eq i4 (bitcast <4 x i1> %c to i4), 0   becomes   xor (%c0 | %c1 | %c2 | %c3), true
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class ReduceVectorConditions : public RequiredPass<ReduceVectorConditions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

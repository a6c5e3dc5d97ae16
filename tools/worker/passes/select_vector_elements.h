// Selects the elements of vectors whose index is not constant, and shifts those of less than 32 bits out of their
// words: LLVM's backends would store the vector and load the element. A loaded vector of which nothing else is used is
// left, as its element is loaded by itself.
//   extractelement <4 x float> %v, i32 %i   becomes   selections by the bits of %i
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SelectVectorElements : public RequiredPass<SelectVectorElements> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

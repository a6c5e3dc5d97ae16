// Lowers extractelement and insertelement with a variable index to selects, and shifts elements of less than 32 bits
// out of their words. LLVM's backends would store the vector and load the element. Loaded vectors without other uses
// are left, as only the element is loaded from them.
//   extractelement <4 x float> %v, i32 %i   becomes   selects by the bits of %i
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SelectVectorElements : public RequiredPass<SelectVectorElements> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

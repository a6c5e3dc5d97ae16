// Computes both sides of a branch and selects, where they are a few quick operations: on a GPU a branch costs as much,
// and what is computed on one side cannot be shared. LLVM does so for two or three operations.
//   br i1 %c, %then, %else; %r = phi [%a, %then], [%b, %else]   becomes   %r = select i1 %c, %a, %b
// A side of one or two operations that does not meet the other is computed before the branch.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SelectShortBranches : public RequiredPass<SelectShortBranches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

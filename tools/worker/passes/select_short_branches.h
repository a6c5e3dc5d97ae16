// Converts a branch whose sides are a few cheap operations to selects. On a GPU the branch costs as much, and
// operations on one side cannot be shared with other code. LLVM converts only two or three operations.
//   br i1 %c, %then, %else; %r = phi [%a, %then], [%b, %else]   becomes   %r = select i1 %c, %a, %b
// Also speculates a side of one or two operations that does not rejoin the other side.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SelectShortBranches : public RequiredPass<SelectShortBranches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Inverts the branch of a single-block loop whose false edge is the back edge.
//   br i1 %done, label %exit, label %loop   becomes   br i1 %not.done, label %loop, label %exit
// LLVM's backend cannot invert a condition on this target, and otherwise ends such a loop by two branches if the exit
// block is first placed elsewhere; ptxas does not unroll loops that end so.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxInvertLatchBranches : public RequiredPass<NvptxInvertLatchBranches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

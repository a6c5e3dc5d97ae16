// Lets loops of one block jump back where their condition holds.
//   br i1 %done, label %exit, label %loop   becomes   br i1 %not.done, label %loop, label %exit
// The other way round LLVM's code generator ends such a loop by two jumps where the exit is first placed elsewhere,
// since it cannot invert a condition of this target, and ptxas unrolls no loop that ends so.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxInvertLatchBranches : public RequiredPass<NvptxInvertLatchBranches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Branches that choose between a few operations.
#pragma once

#include <llvm/IR/PassManager.h>

namespace clc::worker {

// Computes both sides of a branch and selects, where they are a few quick operations: on a GPU a branch costs as much,
// and what is computed on one side cannot be shared. LLVM does so for two or three operations.
class SelectShortBranches : public llvm::PassInfoMixin<SelectShortBranches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Drops __attribute__((used)): nobody outside a program looks for what it keeps, and code generators cannot write it.
//   @llvm.used = appending global [1 x ptr] [ptr @f]   is removed
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class DropUsedLists : public RequiredPass<DropUsedLists> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Removes @llvm.used and @llvm.compiler.used, which __attribute__((used)) fills: nothing outside a program refers to
// what they keep, and backends cannot emit them.
//   @llvm.used = appending global [1 x ptr] [ptr @f]   is removed
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class DropUsedLists : public RequiredPass<DropUsedLists> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

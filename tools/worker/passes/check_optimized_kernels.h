// Reports what the optimiser must not leave behind (k_compile): functions that call themselves, and kernels without an
// end, on whose every path is something undefined. Execution of the latter would run into the code that follows.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class CheckOptimizedKernels : public RequiredPass<CheckOptimizedKernels> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

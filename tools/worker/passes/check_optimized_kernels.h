// Reports (k_compile) functions that are recursive after optimisation, and kernels that lost their every return because
// the optimiser replaced undefined behaviour by `unreachable`: execution would run into the code that follows. Kernels
// that note-ends-of-source marked are not reported; their marks are removed.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class CheckOptimizedKernels : public RequiredPass<CheckOptimizedKernels> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

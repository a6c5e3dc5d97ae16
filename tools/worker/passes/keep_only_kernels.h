// Makes everything but kernels internal, and marks the bodies that Clang's kernel stubs call as alwaysinline.
//   define void @helper()   becomes   define internal void @helper()
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class KeepOnlyKernels : public RequiredPass<KeepOnlyKernels> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

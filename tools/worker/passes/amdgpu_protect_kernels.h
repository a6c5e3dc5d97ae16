// Gives kernels protected visibility, which loaders of code objects expect.
//   define amdgpu_kernel void @f()   becomes   define protected amdgpu_kernel void @f()
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuProtectKernels : public RequiredPass<AmdgpuProtectKernels> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

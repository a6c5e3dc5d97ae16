#include "worker/passes/amdgpu_protect_kernels.h"

#include "worker/ir/kernel_function.h"

namespace clc::worker {

llvm::PreservedAnalyses AmdgpuProtectKernels::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  if (!is_kernel(function)) return llvm::PreservedAnalyses::all();
  function.setVisibility(llvm::GlobalValue::ProtectedVisibility);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

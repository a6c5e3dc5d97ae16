// Lowers `printf(format, …)` to `vprintf(format, buffer)`, which NVIDIA's OpenCL driver and CUDA's provide. The buffer
// holds the arguments in order, each at its own alignment, floats widened as C does (found on an H200, driver 580.159).
// Vectors are passed as their elements, and more than 32 conversions as several calls.
//   call i32 @printf(ptr addrspace(4) @f, float %x)   becomes   store double to a buffer, call i32 @vprintf
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxLowerPrintf : public RequiredPass<NvptxLowerPrintf> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

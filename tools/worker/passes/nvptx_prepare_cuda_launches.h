// Replaces launch parameters of NVIDIA's OpenCL driver (%envreg) that CUDA's driver has registers for, and makes the
// functions alwaysinline whose parts nvptx-pass-cuda-parameters has to see in kernels: those that ask for the global
// offset, the number of dimensions, or groups in y and z, and those that take, return or load pointers to constant
// memory. It runs before the optimiser.
//   call i32 @llvm.nvvm.read.ptx.sreg.envreg0()   becomes   0: in x a launch is one part, from the first group on
//   call i32 @llvm.nvvm.read.ptx.sreg.envreg6()   becomes   call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxPrepareCudaLaunches : public RequiredPass<NvptxPrepareCudaLaunches> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

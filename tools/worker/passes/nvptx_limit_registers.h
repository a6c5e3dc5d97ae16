// Limits the registers of each work-item, which the backend emits as `.maxnreg`.
//   define ptx_kernel void @k()   gets the attribute "nvvm.maxnreg"="32"
// Parameter: the number of registers (-cl-nv-maxrregcount).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxLimitRegisters : public RequiredPass<NvptxLimitRegisters> {
 public:
  explicit NvptxLimitRegisters(unsigned registers) : registers_(registers) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  unsigned registers_;
};

}  // namespace clc::worker

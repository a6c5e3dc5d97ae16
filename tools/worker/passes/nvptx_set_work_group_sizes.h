// Passes a kernel's required work-group size to the backend, which emits it as `.reqntid`.
//   !reqd_work_group_size !{i32 64, i32 1, i32 1}   becomes the attribute "nvvm.reqntid"="64,1,1"
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxSetWorkGroupSizes : public RequiredPass<NvptxSetWorkGroupSizes> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

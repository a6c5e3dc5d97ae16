// Lets the products of a work-group (wgmma) of a loop run while it goes on, where nothing in the loop reads their sums
// but further products: the wait behind each is dropped, and each edge that leaves the loop waits, for the sums that
// are read behind it.
//   loop:
//     %p = call { float, … } asm "… wgmma.mma_async …"(float %sum, …)
//     %w = call { float, … } asm "wgmma.wait_group.sync.aligned 0;"(…)   is dropped
//   exit:
//     %s = call { float, … } asm "wgmma.wait_group.sync.aligned 0;"(…)   is added
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxOverlapGroupProducts : public RequiredPass<NvptxOverlapGroupProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

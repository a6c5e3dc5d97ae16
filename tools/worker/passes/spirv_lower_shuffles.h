// Lowers `shuffle` and `shuffle2` with a constant mask to shufflevector, and clears the high bits of other masks, which
// OpenCL ignores. Intel's CPU driver leaves an element undefined if such bits are set in a constant mask.
//   call @_Z7shuffleDv4_fDv4_j(%v, <i32 7, ...>)   becomes   shufflevector %v, %v, <i32 3, ...>
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerShuffles : public RequiredPass<SpirvLowerShuffles> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Writes `shuffle` and `shuffle2` by constants as instructions, and gives others the lower bits of their mask only,
// which are those that count. Intel's driver for CPUs leaves elements undefined whose constant mask has more.
//   call @_Z7shuffleDv4_fDv4_j(%v, <i32 7, ...>)   becomes   shufflevector %v, %v, <i32 3, ...>
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerShuffles : public RequiredPass<SpirvLowerShuffles> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

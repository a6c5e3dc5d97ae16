// Lowers `sub_group_non_uniform_broadcast` of an index that is no constant to `sub_group_shuffle`: the instruction
// takes constants alone before SPIR-V 1.5. It runs behind the optimizer, which may join calls with different constants.
//   call @_Z31sub_group_non_uniform_broadcastfj(float %v, i32 %i)   becomes   call @_Z17sub_group_shufflefj(%v, %i)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerBroadcasts : public RequiredPass<SpirvLowerBroadcasts> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

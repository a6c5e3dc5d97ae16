// Disables LLVM's unrolling of loops that are known to have more than 16 iterations, unless the source asks for it or
// they use a private array or a constant table, which unrolling promotes to registers and constants.
//   br i1 %done, label %exit, label %loop   becomes   br ..., !llvm.loop !{..., !{!"llvm.loop.unroll.disable"}}
// Tuning, measured on Intel's CPU driver: a driver unrolls by itself, knowing its machine. A loop of 64 iterations that
// LLVM unrolled takes 1.8 times as long with that driver as the loop itself.
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvKeepLongLoops : public RequiredPass<SpirvKeepLongLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace clc::worker

// Marks loops of more than 16 iterations so that LLVM does not unroll them, unless the source asks for it or they index
// a private array or a constant table, which unrolling promotes to registers and constants.
//   br i1 %done, label %exit, label %loop   becomes   br ..., !llvm.loop !{..., !{!"llvm.loop.unroll.disable"}}
// Tuning, measured on Intel's CPU driver: a driver unrolls by itself, knowing its machine. Of 64 iterations unrolled
// here, that driver made code that takes 1.8 times as long as from the loop.
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

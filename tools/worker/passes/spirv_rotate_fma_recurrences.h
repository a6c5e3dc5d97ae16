// Rotates a divergent loop so that contractions of loop-carried numbers run at the end of the previous iteration: a
// processor then computes them while it finds out which work-items stay in the loop.
//   loop: %x = phi [%x0, %entry], [%next, %loop]        loop: %m = phi [%m0, %entry], [%m1, %loop]
//         %m = fmuladd(%x, %x, %c)              becomes       ...
//         ... %next, br %continue                             %m1 = %next * %next + %c, br %continue
// Leaves a loop unless all of its contractions can move (a vector cannot), as the moved ones would wait for the others.
// Those in a divergent block become a product and a sum, since Intel's CPU driver would call `mad` under a mask.
// Tuning for the vectoriser of Intel's CPU driver: it goes when that driver schedules such recurrences by itself.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRotateFmaRecurrences : public RequiredPass<SpirvRotateFmaRecurrences> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

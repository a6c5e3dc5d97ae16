// Rewrites `x | 3` as the sum `(x & ~3) + 3` where the function has `x & ~3`, or an `x & mask` that is the same by the
// known bits of x.
//   %l = or i64 %x, 3   becomes   %f = and i64 %x, -4
//                                 %l = or disjoint i64 %f, 3
// LLVM writes the last of the four indices from `x / 4 * 4` on as `x | 3`, and the code generator, which vectorizes
// adjacent loads, then no longer sees that it is adjacent to the others.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxRestoreNeighbourSums : public RequiredPass<NvptxRestoreNeighbourSums> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Splits the edge of a branch that leads to two of the blocks by which a loop is entered:
//   latch:  br i1 %c, %first, %second                     latch:  br i1 %c, %first, %to
//                                                         to:     br %second
//   second: phi [ %a, %latch ], [ %b, %entry ]            second: phi [ %a, %to ], [ %b, %entry ]
// LLVM 22 makes such a loop, of gotos or of cases in a loop, one with a single entry: it leads what comes to the first
// block, the header, and from outside to the others, over a block of its own. It moves phis there as well, with the
// values of all blocks that it led there: that of %latch is lost for %second, though that edge stays as it was. No
// public report is known. Here the edge has a block of its own. The pass can go when LLVM's moves only what it led
// over.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuSplitLoopEntries : public RequiredPass<AmdgpuSplitLoopEntries> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

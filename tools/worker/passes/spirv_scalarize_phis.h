// Replaces phis of two to four elements by phis of the elements, where the incoming vectors are chains of
// insertelement, constants or other such phis, and some user extracts an element. Vectors that enter a loop from
// outside are split by extractelement before it.
//   %v = phi <2 x float> [%v0, %entry], [%v1, %loop]          %x = phi float [%x0, %entry], [%x1, %loop]
//   %x = extractelement <2 x float> %v, i32 0        becomes  %y = phi float [%y0, %entry], [%y1, %loop]
// Tuning for the vectoriser of Intel's CPU driver, which vectorises scalars across work-items and would transpose the
// vectors twice an iteration. Harmless elsewhere.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvScalarizePhis : public RequiredPass<SpirvScalarizePhis> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

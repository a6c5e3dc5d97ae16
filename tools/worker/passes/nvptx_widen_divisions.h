// Widens divisions of 8- and 16-bit integers to 32 bits, except by constants. For a 16-bit division ptxas calls a
// function, even in a loop with an invariant divisor; for a 32-bit one it hoists the reciprocal out of the loop. LLVM
// narrows divisions whose range it knows, such as those by work-group sizes.
//   udiv i16 %x, %y   becomes   trunc(udiv i32 (zext %x), (zext %y))
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxWidenDivisions : public RequiredPass<NvptxWidenDivisions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Divides integers of 8 and 16 bits in 32, but by constants. For those of 16 ptxas calls a function, also in a loop
// whose divisor stays; of 32 it moves the reciprocal out of the loop. LLVM narrows divisions where it knows the range,
// as that of group sizes.
//   udiv i16 %x, %y   becomes   trunc(udiv i32 (zext %x), (zext %y))
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxWidenDivisions : public RequiredPass<NvptxWidenDivisions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

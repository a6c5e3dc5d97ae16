// Hides the sum in a square `(y + 1) * (y + 1)`, also of elements of vectors. LLVM's code generator makes `x * y + x`
// of `x * (y + 1)`, since multiplication and addition are one instruction (mad), and so `y * y + y + y + 1` of the
// square, whose one goes on into the next square, where it costs as much again.
//   %s = add i32 %y, 1        becomes   %s = add i32 %y, 1
//   %p = mul i32 %s, %s                 %h = call i32 asm "", "=r,0"(i32 %s)
//                                       %p = mul i32 %h, %h
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxKeepSquares : public RequiredPass<NvptxKeepSquares> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

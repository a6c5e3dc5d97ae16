// Computes chains of 8- and 16-bit products in 32 bits, with the sums and differences between them. The chip has no
// narrower products, and ptxas extends each result that the next product takes: 26 000 of 32 500 GOP/s of clpeak's
// short16 on an H200 (ptxas 13.0).
//   %m = mul i16 %x, %x               becomes   %w = zext i16 %x to i32
//   %s = add i16 %m, %c                         %v = zext i16 %c to i32
//   %p = mul i16 %s, %s                         %m = mul i32 %w, %w
//                                               %s = add i32 %m, %v
//                                               %t = mul i32 %s, %s
//                                               %p = trunc i32 %t to i16
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxWidenNarrowProducts : public RequiredPass<NvptxWidenNarrowProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

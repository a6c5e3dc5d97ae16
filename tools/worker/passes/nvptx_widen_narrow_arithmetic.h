// Computes in 32 bits what LLVM narrowed to 8 or 16, though its operands are truncated for that and its result is
// widened again: the chip has no shorter arithmetic, and ptxas writes more instructions for registers of 16 bits.
//   %t = trunc i32 %x to i8           becomes   %w = zext i8 %b to i32
//   %n = xor i8 %t, %b                          %n = xor i32 %x, %w
//   %r = zext i8 %n to i32                      %r = and i32 %n, 255
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxWidenNarrowArithmetic : public RequiredPass<NvptxWidenNarrowArithmetic> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

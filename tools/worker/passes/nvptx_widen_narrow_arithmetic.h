// Widens 8- and 16-bit arithmetic between a truncation and a zero extension to 32 bits. LLVM narrows it, but the chip
// has no narrower arithmetic, and ptxas emits more instructions for 16-bit registers.
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

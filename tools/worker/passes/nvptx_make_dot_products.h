// Makes one instruction, dp4a, of four products of bytes that a sum of 32 bits adds up. The four bytes on each side
// follow each other in memory or in a vector; those in memory are loaded by as many bytes as their address allows, at
// once. The sum is the same, as both wrap around.
//   s + a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]   becomes   @llvm.nvvm.idp4a.s.s(a, b, s)
// Chips from sm_61 on have the instruction.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMakeDotProducts : public RequiredPass<NvptxMakeDotProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

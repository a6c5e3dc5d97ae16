// Combines four products of bytes in a 32-bit sum into one dp4a instruction. The four bytes on each side must be
// adjacent in memory or in a vector; bytes in memory are loaded in units as wide as their alignment allows. The result
// is the same, as both wrap around.
//   s + a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]   becomes   @llvm.nvvm.idp4a.s.s(a, b, s)
// Chips have dp4a from sm_61 on.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMakeDotProducts : public RequiredPass<NvptxMakeDotProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Expands products by a sum that LLVM factored, since multiplication and addition are one instruction (mad).
//   %s = add i32 %b, 1          becomes   %m = mul i32 %b, %a
//   %p = mul i32 %s, %a                   %p = add i32 %m, %a
// A product f * (p + q), where p is f * q, becomes p * f + p.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxExpandFactoredProducts : public RequiredPass<NvptxExpandFactoredProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

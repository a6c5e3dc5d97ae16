// Multiplies and adds where LLVM factored, as the chip does both in one instruction (mad).
//   %s = add i32 %b, 1          becomes   %m = mul i32 %b, %a
//   %p = mul i32 %s, %a                   %p = add i32 %m, %a
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxExpandFactoredProducts : public RequiredPass<NvptxExpandFactoredProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

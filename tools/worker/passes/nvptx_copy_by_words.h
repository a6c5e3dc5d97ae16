// Expands memcpy of a constant size to loads and stores of the largest unit, of up to 16 bytes, that both sides are
// aligned to: LLVM's NVPTX expansion is a loop over single bytes. Volatile copies and those of many units stay.
//   memcpy(align 4 %to, align 4 %from, 8)   becomes   two loads and stores of i32
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxCopyByWords : public RequiredPass<NvptxCopyByWords> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Expands `mad24` to a product and a sum where the result is used only in addresses and comparisons, unless both
// factors are divergent.
//   %i = call i32 @_Z5mad24iii(i32 %x, i32 4, i32 %y)   becomes   %p = mul i32 %x, 4   %i = add i32 %p, %y
// Tuning for the vectoriser of Intel's CPU driver, which lowers `mad24` to an instruction through which it sees no
// stride, so that it gathers contiguous elements. It goes when that driver looks through `mad24`.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandIndexMad24 : public RequiredPass<SpirvExpandIndexMad24> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

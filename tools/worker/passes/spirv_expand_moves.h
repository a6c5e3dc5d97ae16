// Replaces memmove by loads of all elements before the stores, or by a loop where the length is large or unknown. LLVM
// makes memmove of loops that shift the elements of an array, and the backend writes it as OpCopyMemorySized, whose
// source and target must not overlap.
//   memmove(%p, %q, 4)   becomes   load i16, %q; load i16, %q + 2; store i16, %p; store i16, %p + 2
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandMoves : public RequiredPass<SpirvExpandMoves> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

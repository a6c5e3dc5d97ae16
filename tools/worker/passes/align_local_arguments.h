// Raises the declared alignment of kernels' local pointer arguments to 16 bytes. A driver aligns the memory it
// allocates for them as declared, and a `local uchar*` is often accessed as words or vectors.
//   ptr addrspace(3) %cells   becomes   ptr addrspace(3) align 16 %cells
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AlignLocalArguments : public RequiredPass<AlignLocalArguments> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

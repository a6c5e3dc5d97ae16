// Reports a compile error (k_compile), with the function's name and the line, for atomic operations on global memory
// whose result is used. R600 chips return such results in a separate memory, which LLVM 22's backend does not set up.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class R600CheckAtomics : public RequiredPass<R600CheckAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

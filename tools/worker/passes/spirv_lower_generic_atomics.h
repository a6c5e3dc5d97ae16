// Lowers an atomic operation on a generic pointer, which drivers refuse to build, to a branch between one on local and
// one on global memory. On a private variable, which no other work-item sees, it becomes a load and a store.
//   call @..AtomicIAddPU3AS4..(%p)   becomes   if (to_local(%p)) ..AtomicIAddPU3AS3.. else ..AtomicIAddPU3AS1..
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerGenericAtomics : public RequiredPass<SpirvLowerGenericAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Makes a branch of each atomic operation on a generic pointer, which drivers refuse to build: to an operation on local
// memory and one on global memory. On a variable of the work-item, which no other sees, it becomes a read and a write.
//   call @..AtomicIAddPU3AS4..(%p)   becomes   if (to_local(%p)) ..AtomicIAddPU3AS3.. else ..AtomicIAddPU3AS1..
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerGenericAtomics : public RequiredPass<SpirvLowerGenericAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Computes the pointers to arrays and global variables that are handed to builtins. The backend gives a variable's own
// type to a builtin that takes a pointer to elements of another one, as `vload_half(i, (local half*)words)` does, and
// `async_work_group_copy(array, ...)`, which would copy so many arrays; or it declares the array as one element.
// Intel's compiler for GPUs asks only of pointers to bytes where they point (to_local and the like).
//   call @_Z10vload_halfmPU3AS3KDh(i64 %i, @words)   becomes   ... (i64 %i, getelementptr inbounds i8, @words, i32 0)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvOffsetBuiltinPointers : public RequiredPass<SpirvOffsetBuiltinPointers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

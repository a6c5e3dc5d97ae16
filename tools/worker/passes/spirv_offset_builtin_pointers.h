// Offsets pointers to arrays and global variables by zero bytes where they are passed to builtins.
// Without it the backend types the argument by the variable, not by the builtin's elements: for
// `vload_half(i, (local half*)words)`, and for `async_work_group_copy(array, ...)`, which would copy that many arrays;
// or it declares the array as one element. `to_local` and the like get any pointer as one to bytes, because Intel's GPU
// compiler supports no others there.
//   call @_Z10vload_halfmPU3AS3KDh(i64 %i, @words)   becomes   ... (i64 %i, getelementptr inbounds i8, @words, i32 0)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvOffsetBuiltinPointers : public RequiredPass<SpirvOffsetBuiltinPointers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

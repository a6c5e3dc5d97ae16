// Marks functions that are passed pointers to private variables as `alwaysinline`, which becomes SPIR-V's function
// control `Inline`: inlined, their arrays are promoted to registers. Drivers obey, and the module does not grow.
//   call void @f(ptr %array)   gives   define internal void @f(ptr %p) alwaysinline
// Functions are left that are `noinline`, that call themselves, or whose inlined calls would exceed 4 000 instructions.
// Portable: good for every driver that takes the hint.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRequestInlining : public RequiredPass<SpirvRequestInlining> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

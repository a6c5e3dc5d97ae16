// Marks functions that are passed private variables as `alwaysinline`, which becomes SPIR-V's function control
// `Inline`: inlined, their arrays are promoted to registers. Drivers obey, and the module does not grow.
//   call void @f(ptr %array)   gives   define internal void @f(ptr %p) alwaysinline
// Left are functions that are `noinline`, that call themselves, or that would grow a caller much.
// Portable: good for every driver that takes the hint.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRequestInlining : public RequiredPass<SpirvRequestInlining> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

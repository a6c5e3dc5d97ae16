// Marks kernels that the source itself may end by __builtin_unreachable() or a trap, in the kernel or in a function it
// uses, so that check-optimized-kernels accepts them. It runs before the optimiser, which adds `unreachable` wherever
// behaviour is undefined.
//   define amdgpu_kernel void @k()   becomes   define amdgpu_kernel void @k() "clc-may-end"
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NoteEndsOfSource : public RequiredPass<NoteEndsOfSource> {
 public:
  static constexpr const char* k_attribute = "clc-may-end";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

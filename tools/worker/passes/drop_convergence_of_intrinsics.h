// Drops `convergent` from calls of intrinsics that are not convergent; Clang adds it to every call. Such a call is not
// hoisted out of a loop, and the loop is not unrolled: get_local_size(0) as a stride would be enough.
//   call i32 @llvm.nvvm.read.ptx.sreg.ntid.x() convergent   becomes   call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class DropConvergenceOfIntrinsics : public RequiredPass<DropConvergenceOfIntrinsics> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

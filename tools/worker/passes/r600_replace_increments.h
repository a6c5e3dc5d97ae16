// Replaces `atomic_inc` and `atomic_dec` by additions and subtractions: LLVM 22's backend for R600 chips cannot select
// `uinc_wrap` and `udec_wrap`. These wrap around at a limit, and libclc passes the highest number, where a sum wraps
// around, too.
//   atomicrmw uinc_wrap ptr addrspace(1) %p, i32 -1 seq_cst
// becomes
//   atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class R600ReplaceIncrements : public RequiredPass<R600ReplaceIncrements> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Expands `llvm.{u,s}{add,sub,mul}.with.overflow`, which `__builtin_add_overflow` and the optimiser make. LLVM 22's
// SPIR-V backend lowers the unsigned sums to instructions on which Intel's compiler fails without a message, cannot
// select the signed ones, and tests the signed product's high half for zero, which is wrong for negative products.
//   %r = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
// becomes %sum = add i32 %a, %b and icmp ult i32 %sum, %a.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandOverflowChecks : public RequiredPass<SpirvExpandOverflowChecks> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

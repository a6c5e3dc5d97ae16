// Splits, in a loop, an address whose index is a disjoint `or`: the loop-invariant part becomes an address of its own.
//   %i = or disjoint i64 %row, %k                       %r = getelementptr float, ptr %p, i64 %row
//   %a = getelementptr float, ptr %p, i64 %i   becomes   %a = getelementptr float, ptr %r, i64 %k
// SPIR-V 1.2 cannot express `disjoint`, so a driver cannot split the index and computes it in each iteration.
// Portable: any driver hoists the invariant address.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSplitInvariantAddresses : public RequiredPass<SpirvSplitInvariantAddresses> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

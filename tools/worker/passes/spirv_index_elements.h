// Replaces an offset in bytes that is a shifted index by the index of an element. The element has the type that is
// loaded or stored at the address, or is an integer of its size.
//   %o = shl i64 %i, 2
//   %a = getelementptr i8, ptr %p, i64 %o   becomes   %a = getelementptr float, ptr %p, i64 %i
// Tuning for the vectoriser of Intel's CPU driver, which sees no unit stride through shifts. Correct everywhere, and no
// slower.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvIndexElements : public RequiredPass<SpirvIndexElements> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

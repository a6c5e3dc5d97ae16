// Replaces `zext nneg` by `sext`. SPIR-V 1.2 cannot express `nneg`, and a driver infers from the sign extension of a
// sum that the sum does not wrap.
//   %w = zext nneg i32 %sum to i64   becomes   %w = sext i32 %sum to i64
// Tuning for the vectoriser of Intel's CPU driver, which then sees the unit stride of an index. Correct everywhere, and
// no slower.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSignExtendNonneg : public RequiredPass<SpirvSignExtendNonneg> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Expands `abs` of i64 and i16 without PTX's abs.s64 and abs.s16: ptxas (13.0 and that of driver 580) assumes that
// their results are never negative, which is wrong for the minimum.
//   @llvm.abs.i64(i64 %x)   becomes a select between %x and its negation by the sign of the upper half;
//   @llvm.abs.i16(i16 %x)   is computed in 32 bits.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxExpandAbs : public RequiredPass<NvptxExpandAbs> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Computes `abs` of longs and shorts without PTX's instructions for them, whose results ptxas (13.0 and that of driver
// 580) takes for never negative; that of the least number is.
//   @llvm.abs.i64(i64 %x)   becomes a selection between %x and its negative by the sign of the upper half;
//   @llvm.abs.i16(i16 %x)   is computed in 32 bits.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxExpandAbs : public RequiredPass<NvptxExpandAbs> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

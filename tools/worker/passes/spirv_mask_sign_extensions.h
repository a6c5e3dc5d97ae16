// Replaces the zero extension of a sign-extended vector by a wider sign extension and a mask: the backend cannot select
// `zext` of `sext` for vectors.
//   zext <2 x i16> (sext <2 x i8> %v) to <2 x i32>   becomes   and <2 x i32> (sext <2 x i8> %v), 65535
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvMaskSignExtensions : public RequiredPass<SpirvMaskSignExtensions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

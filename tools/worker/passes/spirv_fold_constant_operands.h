// Folds constant expressions that are operands of instructions to numbers and vectors. Without the optimiser,
// `as_uchar2` of a constant remains a cast of a vector of one short, for which SPIR-V has no type: LLVM's backend
// crashes on it.
//   add <2 x i8> %v, bitcast (<1 x i16> <i16 258> to <2 x i8>)   becomes   add <2 x i8> %v, <i8 2, i8 1>
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvFoldConstantOperands : public RequiredPass<SpirvFoldConstantOperands> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Computes the numbers and vectors that are constant operands of an instruction. Where nothing is optimised,
// `as_uchar2` of a constant is left as a cast of a vector of one short, which has no type in SPIR-V: LLVM's backend
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

#include "worker/passes/expand_canonicalize.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {

llvm::PreservedAnalyses ExpandCanonicalize::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::canonicalize) continue;
    llvm::Constant* one = llvm::ConstantFP::get(call->getType(), 1.0);
    call->replaceAllUsesWith(llvm::IRBuilder<>(call).CreateFMul(call->getArgOperand(0), one));
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

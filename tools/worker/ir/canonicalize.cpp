#include "worker/ir/canonicalize.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {

void expand_canonicalizations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::canonicalize) continue;
      llvm::IRBuilder<> builder(call);
      llvm::Value* product = builder.CreateFMul(call->getArgOperand(0), llvm::ConstantFP::get(call->getType(), 1.0));
      call->replaceAllUsesWith(product);
      call->eraseFromParent();
    }
  }
}

}  // namespace clc::worker

#include "worker/passes/scalarize_canonicalize.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/passes/each_element.h"

namespace clc::worker {

llvm::PreservedAnalyses ScalarizeCanonicalize::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::canonicalize) continue;
    if (!call->getType()->isVectorTy()) continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(
        by_elements(builder, call->getType(), Arguments(call->args()), [&](const Arguments& element) {
          return builder.CreateUnaryIntrinsic(llvm::Intrinsic::canonicalize, element[0]);
        }));
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/nvptx_expand_abs.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {

llvm::PreservedAnalyses NvptxExpandAbs::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  constexpr unsigned k_short = 16;
  constexpr unsigned k_word = 32;
  constexpr unsigned k_long = 64;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::abs) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Value* number = call->getArgOperand(0);
    llvm::Type* type = call->getType();
    llvm::Type* words = type->getWithNewBitWidth(k_word);
    if (type->getScalarSizeInBits() == k_long) {
      llvm::Value* upper = builder.CreateTrunc(builder.CreateLShr(number, k_word), words);
      llvm::Value* is_negative = builder.CreateICmpSLT(upper, llvm::Constant::getNullValue(words));
      call->replaceAllUsesWith(builder.CreateSelect(is_negative, builder.CreateNeg(number), number));
    } else if (type->getScalarSizeInBits() == k_short) {
      llvm::Value* wide = builder.CreateSExt(number, words);
      call->replaceAllUsesWith(
          builder.CreateTrunc(builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, wide, builder.getFalse()), type));
    } else {
      continue;
    }
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/spirv_expand_bit_reversals.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

void expand_bit_reversal(llvm::IntrinsicInst* call) {
  llvm::IRBuilder<> builder(call);
  llvm::Value* value = call->getArgOperand(0);
  llvm::Type* type = value->getType();
  const unsigned width = type->getScalarSizeInBits();
  for (unsigned by = 1; by < width; by *= 2) {
    // Every second group of `by` bits.
    const auto mask =
        llvm::ConstantInt::get(type, llvm::APInt::getSplat(width, llvm::APInt::getLowBitsSet(2 * by, by)));
    llvm::Value* high = builder.CreateAnd(builder.CreateLShr(value, by), mask);
    value = builder.CreateOr(high, builder.CreateShl(builder.CreateAnd(value, mask), by));
  }
  call->replaceAllUsesWith(value);
  call->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvExpandBitReversals::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::bitreverse) continue;
    if (llvm::isPowerOf2_32(call->getType()->getScalarSizeInBits())) expand_bit_reversal(call);
  }
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/spirv_expand_funnel_shifts.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

// The builder folds what is constant.
llvm::Value* expanded(const llvm::IntrinsicInst& call, llvm::IRBuilder<>& builder) {
  llvm::Value *high = call.getArgOperand(0), *low = call.getArgOperand(1), *by = call.getArgOperand(2);
  llvm::Constant* mask = llvm::ConstantInt::get(by->getType(), by->getType()->getScalarSizeInBits() - 1);
  const bool is_left = call.getIntrinsicID() == llvm::Intrinsic::fshl;
  llvm::Value* same = builder.CreateAnd(by, mask);
  const llvm::APInt* amount = nullptr;
  const bool is_never_zero = match(same, llvm::PatternMatch::m_APInt(amount)) && !amount->isZero();
  llvm::Value* other = nullptr;
  if (high == low || is_never_zero) {
    other = builder.CreateAnd(builder.CreateNeg(by), mask);
  } else {  // one bit first: of the other half nothing stays when the amount is zero
    other = builder.CreateAnd(builder.CreateNot(by), mask);
    if (is_left)
      low = builder.CreateLShr(low, 1);
    else
      high = builder.CreateShl(high, 1);
  }
  return builder.CreateOr(builder.CreateShl(high, is_left ? same : other),
                          builder.CreateLShr(low, is_left ? other : same));
}

}  // namespace

llvm::PreservedAnalyses SpirvExpandFunnelShifts::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    const bool is_shift =
        call->getIntrinsicID() == llvm::Intrinsic::fshl || call->getIntrinsicID() == llvm::Intrinsic::fshr;
    if (!is_shift || !llvm::isPowerOf2_32(call->getType()->getScalarSizeInBits())) continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(expanded(*call, builder));
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

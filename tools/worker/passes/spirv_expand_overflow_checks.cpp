#include "worker/passes/spirv_expand_overflow_checks.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

// A product has overflowed if divided by one factor it is not the other. Undefined divisions are avoided.
llvm::Value* product_overflows(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* product,
                               bool is_signed) {
  llvm::Type* type = a->getType();
  llvm::Value* zero = llvm::Constant::getNullValue(type);
  llvm::Value* one = llvm::ConstantInt::get(type, 1);
  llvm::Value* never = builder.CreateICmpEQ(a, zero);
  llvm::Value* always = llvm::ConstantInt::getFalse(never->getType());
  if (is_signed) {
    llvm::Value* minimum = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
    llvm::Value* is_negation = builder.CreateICmpEQ(a, llvm::Constant::getAllOnesValue(type));
    always = builder.CreateAnd(is_negation, builder.CreateICmpEQ(b, minimum));
    never = builder.CreateOr(never, is_negation);  // the minimum's negation is `always`
  }
  llvm::Value* divisor = builder.CreateSelect(never, one, a);
  llvm::Value* quotient = is_signed ? builder.CreateSDiv(product, divisor) : builder.CreateUDiv(product, divisor);
  llvm::Value* differs = builder.CreateAnd(builder.CreateICmpNE(quotient, b), builder.CreateNot(never));
  return builder.CreateOr(differs, always);
}

// A sum has overflowed if the signs of both operands differ from the result's. In a difference, `b` has its sign
// inverted.
llvm::Value* sign_overflows(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* result,
                            bool is_sum) {
  llvm::Value* against_b = is_sum ? builder.CreateXor(result, b) : builder.CreateXor(a, b);
  llvm::Value* both = builder.CreateAnd(builder.CreateXor(result, a), against_b);
  return builder.CreateICmpSLT(both, llvm::Constant::getNullValue(both->getType()));
}

void expand_overflow_check(llvm::WithOverflowInst* check) {
  llvm::IRBuilder<> builder(check);
  llvm::Value* a = check->getLHS();
  llvm::Value* b = check->getRHS();
  llvm::Value* result = builder.CreateBinOp(check->getBinaryOp(), a, b);
  llvm::Value* overflows = nullptr;
  if (check->getBinaryOp() == llvm::Instruction::Mul) {
    overflows = product_overflows(builder, a, b, result, check->isSigned());
  } else if (check->isSigned()) {
    overflows = sign_overflows(builder, a, b, result, check->getBinaryOp() == llvm::Instruction::Add);
  } else {
    const bool is_sum = check->getBinaryOp() == llvm::Instruction::Add;
    overflows = builder.CreateICmpULT(is_sum ? result : a, is_sum ? a : b);
  }
  for (llvm::User* user : llvm::make_early_inc_range(check->users())) {
    auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    if (part == nullptr || part->getNumIndices() != 1) continue;
    part->replaceAllUsesWith(part->getIndices()[0] == 0 ? result : overflows);
    part->eraseFromParent();
  }
  if (!check->use_empty()) {  // the pair as a whole
    llvm::Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(check->getType()), result, 0);
    check->replaceAllUsesWith(builder.CreateInsertValue(pair, overflows, 1));
  }
  check->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvExpandOverflowChecks::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::WithOverflowInst*> checks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* check = llvm::dyn_cast<llvm::WithOverflowInst>(&instruction)) checks.push_back(check);
  }
  for (llvm::WithOverflowInst* check : checks) expand_overflow_check(check);
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/fmuladd.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

bool is_fmuladd(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
}

std::vector<llvm::IntrinsicInst*> fmuladds_of(llvm::Function& function) {
  std::vector<llvm::IntrinsicInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_fmuladd(instruction)) found.push_back(llvm::cast<llvm::IntrinsicInst>(&instruction));
  }
  return found;
}

bool is_product(const llvm::Value* value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return operation != nullptr && operation->getOpcode() == llvm::Instruction::FMul;
}

llvm::Value* negated(llvm::Value* value) {
  auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(value);
  return operation != nullptr && operation->getOpcode() == llvm::Instruction::FNeg ? operation->getOperand(0) : nullptr;
}

llvm::Value* expand_fmuladd(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& fmuladd) {
  llvm::Value* factor = fmuladd.getArgOperand(0);
  llvm::Value* addend = fmuladd.getArgOperand(2);
  if (llvm::Value* positive = negated(factor)) {
    return builder.CreateFSub(addend, builder.CreateFMul(positive, fmuladd.getArgOperand(1)));
  }
  llvm::Value* product = builder.CreateFMul(factor, fmuladd.getArgOperand(1));
  llvm::Value* positive = negated(addend);
  return positive != nullptr ? builder.CreateFSub(product, positive) : builder.CreateFAdd(product, addend);
}

}  // namespace clc::worker

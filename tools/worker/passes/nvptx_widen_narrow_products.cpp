#include "worker/passes/nvptx_widen_narrow_products.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

constexpr unsigned k_wide_bits = 32;

// A sum, a difference or a product of narrow numbers, or of vectors of them; null for other values.
llvm::BinaryOperator* narrow_operation(llvm::Value* value) {
  auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (operation == nullptr) return nullptr;
  const llvm::Type* element = operation->getType()->getScalarType();
  if (!element->isIntegerTy(8) && !element->isIntegerTy(16)) return nullptr;
  const auto code = operation->getOpcode();
  const bool is_one =
      code == llvm::Instruction::Add || code == llvm::Instruction::Sub || code == llvm::Instruction::Mul;
  return is_one ? operation : nullptr;
}

// The operations of chains in which a product depends on another one, with all that are connected to them.
llvm::SetVector<llvm::BinaryOperator*> operations_of_chains(llvm::Function& function) {
  llvm::SmallPtrSet<llvm::Value*, 16> depend_on_product;  // or are one
  llvm::SetVector<llvm::BinaryOperator*> chains;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::BinaryOperator* operation = narrow_operation(&instruction);
    if (operation == nullptr) continue;
    const bool is_product = operation->getOpcode() == llvm::Instruction::Mul;
    const bool is_behind =
        llvm::any_of(operation->operands(), [&](llvm::Value* value) { return depend_on_product.contains(value); });
    if (is_product || is_behind) depend_on_product.insert(operation);
    if (is_product && is_behind) chains.insert(operation);
  }
  for (std::size_t i = 0; i < chains.size(); ++i) {
    llvm::BinaryOperator* operation = chains[i];
    const auto take = [&](llvm::Value* value) {
      if (llvm::BinaryOperator* other = narrow_operation(value)) chains.insert(other);
    };
    llvm::for_each(operation->operands(), take);
    llvm::for_each(operation->users(), take);
  }
  return chains;
}

// A number of 32 bits with the same low bits, in front of an operation that takes it.
llvm::Value* extended(llvm::Value* value, llvm::IRBuilder<>& builder) {
  llvm::Type* wide = value->getType()->getWithNewBitWidth(k_wide_bits);
  auto* truncation = llvm::dyn_cast<llvm::TruncInst>(value);
  if (truncation != nullptr && truncation->getSrcTy()->getScalarSizeInBits() >= k_wide_bits) {
    return builder.CreateTrunc(truncation->getOperand(0), wide);
  }
  return builder.CreateZExt(value, wide);
}

}  // namespace

llvm::PreservedAnalyses NvptxWidenNarrowProducts::run(llvm::Function& function,
                                                      llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::SetVector<llvm::BinaryOperator*> chains = operations_of_chains(function);
  llvm::MapVector<llvm::Value*, llvm::Value*> wide;
  llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  for (llvm::BasicBlock* block : order) {
    for (llvm::Instruction& instruction : *block) {
      auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      if (operation == nullptr || !chains.contains(operation)) continue;
      llvm::IRBuilder<> builder(operation);
      const auto taken = [&](llvm::Value* operand) {
        llvm::Value* known = wide.lookup(operand);
        return known != nullptr ? known : extended(operand, builder);
      };
      llvm::Value* left = taken(operation->getOperand(0));
      llvm::Value* right =
          operation->getOperand(0) == operation->getOperand(1) ? left : taken(operation->getOperand(1));
      wide[operation] = builder.CreateBinOp(operation->getOpcode(), left, right);
    }
  }
  llvm::SmallVector<llvm::Instruction*> results;
  for (const auto& [operation, number] : wide) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(operation));
    llvm::Value* result = builder.CreateTrunc(number, operation->getType());
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(result)) results.push_back(instruction);
    operation->replaceAllUsesWith(result);
  }
  for (const auto& [operation, number] : wide) llvm::cast<llvm::Instruction>(operation)->eraseFromParent();
  for (llvm::Instruction* result : results) {
    if (result->use_empty()) result->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

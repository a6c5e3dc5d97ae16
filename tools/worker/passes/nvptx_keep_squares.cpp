#include "worker/passes/nvptx_keep_squares.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

using namespace llvm::PatternMatch;

// The code generator moves constants to the outermost of nested sums.
bool adds_one(llvm::Value* value, unsigned depth = 2) {
  llvm::Value* left = nullptr;
  llvm::Value* right = nullptr;
  if (depth == 0 || !match(value, m_AddLike(m_Value(left), m_Value(right)))) return false;
  return match(left, m_One()) || match(right, m_One()) || adds_one(left, depth - 1) || adds_one(right, depth - 1);
}

// True when an element of a vector of numbers is a sum with one.
bool adds_one_in(llvm::Value* vector, unsigned index) {
  llvm::Constant* added = nullptr;
  if (match(vector, m_AddLike(m_Value(), m_Constant(added)))) {
    const llvm::Constant* element = added->getAggregateElement(index);
    return element != nullptr && element->isOneValue();
  }
  llvm::Value* element = llvm::findScalarElement(vector, index);
  return element != nullptr && adds_one(element);
}

// Registers for numbers of so many bits; null if there are none.
const char* constraints_for(unsigned bits) {
  switch (bits) {
    case 8:
    case 16:
      return "=h,0";
    case 32:
      return "=r,0";
    case 64:
      return "=l,0";
    default:
      return nullptr;
  }
}

llvm::Value* hide(llvm::IRBuilder<>& builder, llvm::Value* number) {
  llvm::Type* type = number->getType();
  auto* form = llvm::FunctionType::get(type, {type}, false);
  return builder.CreateCall(llvm::InlineAsm::get(form, "", constraints_for(type->getScalarSizeInBits()), false),
                            number);
}

void keep_square(llvm::Instruction* product) {
  llvm::Value* factor = product->getOperand(0);
  llvm::IRBuilder<> builder(product);
  llvm::Value* hidden = factor;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(factor->getType())) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      if (!adds_one_in(factor, i)) continue;
      hidden = builder.CreateInsertElement(hidden, hide(builder, builder.CreateExtractElement(factor, i)), i);
    }
  } else if (adds_one(factor)) {
    hidden = hide(builder, factor);
  }
  product->setOperand(0, hidden);
  product->setOperand(1, hidden);
}

}  // namespace

llvm::PreservedAnalyses NvptxKeepSquares::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::Instruction*> squares;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::Value* factor = nullptr;
    if (!match(&instruction, m_Mul(m_Value(factor), m_Deferred(factor)))) continue;
    if (constraints_for(factor->getType()->getScalarSizeInBits()) != nullptr) squares.push_back(&instruction);
  }
  for (llvm::Instruction* square : squares) keep_square(square);
  return blocks_preserved();
}

}  // namespace clc::worker

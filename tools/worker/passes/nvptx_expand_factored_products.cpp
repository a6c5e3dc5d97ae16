#include "worker/passes/nvptx_expand_factored_products.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

void replace_product(llvm::Instruction* product, llvm::Value* left, llvm::Value* right, llvm::Value* addend) {
  llvm::IRBuilder<> builder(product);
  product->replaceAllUsesWith(builder.CreateAdd(builder.CreateMul(left, right), addend));
  llvm::RecursivelyDeleteTriviallyDeadInstructions(product);
}

// Expands `f * (p + q)`, where p is `f * q`, to `p * f + p`. Returns whether it did.
bool expand_product_by_term(llvm::Instruction* product) {
  using namespace llvm::PatternMatch;
  llvm::Value* factor = nullptr;
  llvm::Value* earlier = nullptr;
  llvm::Value* rest = nullptr;
  const auto earlier_step = m_CombineAnd(m_Value(earlier), m_c_Mul(m_Deferred(factor), m_Value(rest)));
  const auto sum = m_OneUse(m_c_Add(earlier_step, m_Deferred(rest)));
  if (!match(product, m_c_Mul(m_Value(factor), sum))) return false;
  replace_product(product, earlier, factor, earlier);
  return true;
}

// Expands `f * (q + 1)` to `q * f + f`.
void expand_product_by_one(llvm::Instruction* product) {
  using namespace llvm::PatternMatch;
  llvm::Value* number = nullptr;
  llvm::Value* factor = nullptr;
  const auto number_and_one = m_OneUse(m_AddLike(m_Value(number), m_One()));
  if (!match(product, m_c_Mul(number_and_one, m_Value(factor))) || llvm::isa<llvm::Constant>(factor)) return;
  replace_product(product, number, factor, factor);
}

}  // namespace

llvm::PreservedAnalyses NvptxExpandFactoredProducts::run(llvm::Function& function,
                                                         llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::Instruction*> products;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::Mul) products.push_back(&instruction);
  }
  // In this order, as the first expansion leaves `q + 1` with a single use for the second.
  llvm::erase_if(products, expand_product_by_term);
  for (llvm::Instruction* product : products) expand_product_by_one(product);
  return blocks_preserved();
}

}  // namespace clc::worker

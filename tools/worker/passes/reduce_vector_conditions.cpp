#include "worker/passes/reduce_vector_conditions.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/passes/each_element.h"

namespace clc::worker {
namespace {

constexpr unsigned k_most_reduced = 16;  // elements

// True for a comparison of the mask with 0 or -1.
bool tests_any_or_all(const llvm::User* user) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
  const auto* bits = comparison == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
  return bits != nullptr && comparison->isEquality() && (bits->isZero() || bits->isMinusOne());
}

bool is_condition_mask(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::BitCastInst>(instruction) || !instruction.getType()->isIntegerTy()) return false;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  if (type == nullptr || !type->getElementType()->isIntegerTy(1) || type->getNumElements() > k_most_reduced)
    return false;
  return llvm::all_of(instruction.users(), tests_any_or_all);
}

void reduce_conditions(llvm::Instruction& bits) {
  for (llvm::User* user : llvm::make_early_inc_range(bits.users())) {
    auto* comparison = llvm::cast<llvm::ICmpInst>(user);
    llvm::IRBuilder<> builder(comparison);
    const bool tests_any = llvm::cast<llvm::ConstantInt>(comparison->getOperand(1))->isZero();
    llvm::Value* joined = nullptr;
    for (llvm::Value* condition : elements_in(builder, bits.getOperand(0))) {
      joined = joined == nullptr ? condition
               : tests_any       ? builder.CreateOr(joined, condition)
                                 : builder.CreateAnd(joined, condition);
    }
    const bool is_negated = tests_any == (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ);
    comparison->replaceAllUsesWith(is_negated ? builder.CreateNot(joined) : joined);
    comparison->eraseFromParent();
  }
  bits.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses ReduceVectorConditions::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_condition_mask(instruction)) found.push_back(&instruction);
  }
  for (llvm::Instruction* bits : found) reduce_conditions(*bits);
  return blocks_preserved();
}

}  // namespace clc::worker

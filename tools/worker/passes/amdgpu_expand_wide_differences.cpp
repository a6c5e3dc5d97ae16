#include "worker/passes/amdgpu_expand_wide_differences.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

using namespace llvm::PatternMatch;  // NOLINT(google-build-using-namespace): its names are LLVM's way to write patterns

// True for from - what, also as the sum of from and a constant.
bool is_difference(llvm::Value* value, llvm::Value* from, llvm::Value* what) {
  if (match(value, m_Sub(m_Specific(from), m_Specific(what)))) return true;
  auto* constant = llvm::dyn_cast<llvm::Constant>(what);
  return constant != nullptr && match(value, m_Add(m_Specific(from), m_Specific(llvm::ConstantExpr::getNeg(constant))));
}

struct Difference {
  llvm::Value* is_negative;  // the condition by which `number` changes its sign
  llvm::Value* number;
};

// A select of x - y and y - x by an unsigned comparison of both.
Difference selected_difference(llvm::Instruction& instruction) {
  llvm::Value *condition = nullptr, *then = nullptr, *otherwise = nullptr, *x = nullptr, *y = nullptr;
  llvm::CmpPredicate predicate;
  if (!match(&instruction, m_Select(m_Value(condition), m_Value(then), m_Value(otherwise))) ||
      !match(condition, m_ICmp(predicate, m_Value(x), m_Value(y))) || !llvm::CmpInst::isUnsigned(predicate)) {
    return {};
  }
  const bool is_one = (is_difference(then, x, y) && is_difference(otherwise, y, x)) ||
                      (is_difference(then, y, x) && is_difference(otherwise, x, y));
  return is_one ? Difference{condition, otherwise} : Difference{};
}

// The greater of two numbers minus the smaller one.
Difference difference_of_extremes(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  llvm::Value *x = nullptr, *y = nullptr;
  if (!match(&instruction, m_Sub(m_UMax(m_Value(x), m_Value(y)), m_c_UMin(m_Deferred(x), m_Deferred(y))))) return {};
  return {builder.CreateICmpUGT(x, y), builder.CreateSub(y, x)};
}

bool expand(llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntOrIntVectorTy(64)) return false;
  llvm::IRBuilder<> builder(&instruction);
  Difference difference = selected_difference(instruction);
  if (difference.number == nullptr) difference = difference_of_extremes(instruction, builder);
  if (difference.number == nullptr) return false;
  llvm::Value* mask = builder.CreateSExt(difference.is_negative, instruction.getType());
  instruction.replaceAllUsesWith(builder.CreateSub(builder.CreateXor(difference.number, mask), mask));
  instruction.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses AmdgpuExpandWideDifferences::run(llvm::Function& function,
                                                         llvm::FunctionAnalysisManager& /*analyses*/) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    has_changed |= expand(instruction);
  }
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker

#include "worker/passes/spirv_widen_work_item_ids.h"

#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/indices.h"
#include "worker/analyses/memory_calls.h"
#include "worker/passes/spirv_calls.h"

namespace clc::worker {
namespace {

// True for a call of `name` for the first dimension, along which drivers vectorise.
bool is_first_id(const llvm::Value& value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || called_builtin(*call) != name) return false;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  return dimension != nullptr && dimension->isZero();
}

bool is_local_id(const llvm::Value& value) {
  return is_first_id(value, "get_local_id");
}
bool is_global_id(const llvm::Value& value) {
  return is_first_id(value, "get_global_id");
}

class WiderIds {
 public:
  explicit WiderIds(const Divergence& divergence) : divergence_(divergence) {}

  void widen(llvm::TruncInst& narrowed) {
    llvm::Value* number = narrowed.getOperand(0);
    if (!narrowed.getType()->isIntegerTy(32) || !number->getType()->isIntegerTy(64)) return;
    llvm::Value* exact = is_local_id(*number) ? number : nullptr;
    llvm::Value* of_index = exact;
    for (llvm::User* user : llvm::make_early_inc_range(narrowed.users())) {
      auto* extension = llvm::dyn_cast<llvm::SExtInst>(user);
      if (extension == nullptr || extension->getType() != number->getType()) continue;
      const bool is_index = has_proven_unit_stride(*number) && is_only_index(*extension);
      llvm::Value*& widened = is_index ? of_index : exact;
      if (widened == nullptr) widened = is_index ? widened_index(narrowed) : widened_once(narrowed);
      extension->replaceAllUsesWith(widened);
    }
  }

 private:
  // True for a number that is one more for each work-item of a group than for the previous one. Unlike
  // is_unit_stride(), which guesses, it must be right.
  bool has_proven_unit_stride(const llvm::Value& number) const {
    if (is_local_id(number) || is_global_id(number)) return true;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&number);
    if (sum == nullptr) return false;
    const llvm::Value* left = sum->getOperand(0);
    const llvm::Value* right = sum->getOperand(1);
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
    const bool adds = sum->getOpcode() == llvm::Instruction::Add || (disjoint != nullptr && disjoint->isDisjoint());
    if (adds && divergence_.is_divergent(*right)) std::swap(left, right);
    return (adds || sum->getOpcode() == llvm::Instruction::Sub) && !divergence_.is_divergent(*right) &&
           has_proven_unit_stride(*left);
  }

  static llvm::Value* widened_once(llvm::TruncInst& narrowed) {
    llvm::IRBuilder<> builder(narrowed.getParent(), std::next(narrowed.getIterator()));
    return builder.CreateSExt(&narrowed, narrowed.getOperand(0)->getType());
  }

  static llvm::Value* widened_index(llvm::TruncInst& narrowed) {
    llvm::Value* number = narrowed.getOperand(0);
    llvm::IRBuilder<> builder(narrowed.getParent(), std::next(narrowed.getIterator()));
    llvm::Value* local = call_pure_builtin(builder, "_Z12get_local_idj", *number->getType(), {builder.getInt32(0)});
    llvm::Value* first = builder.CreateTrunc(builder.CreateSub(number, local), narrowed.getType());
    return builder.CreateAdd(builder.CreateSExt(first, number->getType()), local);
  }

  const Divergence& divergence_;
};

// Moves the truncation of a divergent builtin's result, such as a work-item ID, right after the call.
void narrow_where_computed(llvm::TruncInst& narrowed) {
  auto* value = llvm::dyn_cast<llvm::CallInst>(narrowed.getOperand(0));
  if (value != nullptr && Divergence::is_source_call(*value)) narrowed.moveAfter(value);
}

}  // namespace

llvm::PreservedAnalyses SpirvWidenWorkItemIds::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::TruncInst*> narrowed;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* one = llvm::dyn_cast<llvm::TruncInst>(&instruction)) narrowed.push_back(one);
  }
  for (llvm::TruncInst* one : narrowed) {
    narrow_where_computed(*one);
    WiderIds(analyses.getResult<DivergenceAnalysis>(function)).widen(*one);
  }
  return narrowed.empty() ? llvm::PreservedAnalyses::all() : blocks_preserved();
}

}  // namespace clc::worker

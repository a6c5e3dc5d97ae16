#include "worker/passes/spirv_lower_shuffles.h"

#include <optional>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/calls.h"

namespace clc::worker {
namespace {

// The numbers of a constant vector of integers, or nothing where one is undefined.
std::optional<llvm::SmallVector<int, 16>> constant_numbers(const llvm::Value* mask) {
  llvm::SmallVector<int, 16> numbers;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
  if (constant == nullptr) return std::nullopt;
  for (unsigned i = 0; i < llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements(); ++i) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(i));
    if (number == nullptr) return std::nullopt;
    numbers.push_back(static_cast<int>(number->getZExtValue()));
  }
  return numbers;
}

void expand_shuffle(llvm::CallInst* call) {
  llvm::IRBuilder<> builder(call);
  llvm::Value* first = call->getArgOperand(0);
  const unsigned mask_at = call->arg_size() - 1;
  const unsigned elements = llvm::cast<llvm::FixedVectorType>(first->getType())->getNumElements() * mask_at;
  llvm::Value* mask = call->getArgOperand(mask_at);
  mask = builder.CreateAnd(mask, llvm::ConstantInt::get(mask->getType(), elements - 1));
  if (const auto numbers = constant_numbers(mask)) {
    llvm::Value* second = mask_at == 2 ? call->getArgOperand(1) : first;
    call->replaceAllUsesWith(builder.CreateShuffleVector(first, second, *numbers));
    call->eraseFromParent();
  } else {
    call->setArgOperand(mask_at, mask);
  }
}

bool is_shuffle(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (name.starts_with("_Z7shuffleDv")) return function.arg_size() == 2;
  return name.starts_with("_Z8shuffle2Dv") && function.arg_size() == 3;
}

}  // namespace

llvm::PreservedAnalyses SpirvLowerShuffles::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !is_shuffle(function)) continue;
    for (llvm::CallInst* call : calls_of(function)) expand_shuffle(call);
  }
  return blocks_preserved();
}

}  // namespace clc::worker

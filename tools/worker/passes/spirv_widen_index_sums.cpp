#include "worker/passes/spirv_widen_index_sums.h"

#include <map>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/indices.h"

namespace clc::worker {
namespace {

// True for a sum or a difference that does not wrap around.
bool is_exact_sum(const llvm::Value* value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (operation == nullptr) return false;
  const bool adds =
      operation->getOpcode() == llvm::Instruction::Add || operation->getOpcode() == llvm::Instruction::Sub;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(operation);
  return (adds && operation->hasNoSignedWrap()) || (disjoint != nullptr && disjoint->isDisjoint());
}

class WideSums {
 public:
  explicit WideSums(llvm::Function& function) : function_(function) {}

  llvm::Value* widened(llvm::Value* value, llvm::Type* type) {
    llvm::Value*& known = widened_[value];
    if (known != nullptr) return known;
    llvm::Value* result = nullptr;
    if (is_exact_sum(value)) {
      auto* sum = llvm::cast<llvm::BinaryOperator>(value);
      llvm::Value* left = widened(sum->getOperand(0), type);
      llvm::Value* right = widened(sum->getOperand(1), type);
      llvm::IRBuilder<> builder(sum);
      result = sum->getOpcode() == llvm::Instruction::Sub ? builder.CreateNSWSub(left, right)
                                                          : builder.CreateNSWAdd(left, right);
    } else if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      result = llvm::ConstantInt::getSigned(type, constant->getSExtValue());
    } else if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
      llvm::IRBuilder<> builder(instruction->getParent(), *instruction->getInsertionPointAfterDef());
      result = builder.CreateSExt(value, type);
    } else {
      llvm::BasicBlock& entry = function_.getEntryBlock();
      result = llvm::IRBuilder<>(&entry, entry.getFirstNonPHIOrDbgOrAlloca()).CreateSExt(value, type);
    }
    return widened_[value] = result;
  }

 private:
  llvm::Function& function_;
  std::map<llvm::Value*, llvm::Value*> widened_;
};

}  // namespace

llvm::PreservedAnalyses SpirvWidenIndexSums::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  constexpr unsigned k_pointer_bits = 64;
  const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
  std::vector<llvm::SExtInst*> extensions;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* extension = llvm::dyn_cast<llvm::SExtInst>(&instruction);
    if (extension != nullptr && extension->getType()->isIntegerTy(k_pointer_bits)) extensions.push_back(extension);
  }
  WideSums sums(function);
  for (llvm::SExtInst* extension : extensions) {
    llvm::Value* sum = extension->getOperand(0);
    if (!is_exact_sum(sum) || !divergence.is_divergent(*sum) || !has_constant_stride(*sum, divergence)) continue;
    extension->replaceAllUsesWith(sums.widened(sum, extension->getType()));
  }
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/nvptx_sign_extend_sums.h"

#include <map>
#include <tuple>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// Opcode and operands of a sum or a difference, without added constants.
using Parts = std::tuple<unsigned, const llvm::Value*, const llvm::Value*>;

// Returns the sum or difference; null for other values, and if it may overflow.
const llvm::BinaryOperator* sum_of(const llvm::Value* number) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(number);
  if (sum == nullptr || !llvm::is_contained({llvm::Instruction::Add, llvm::Instruction::Sub}, sum->getOpcode()))
    return nullptr;
  return sum->hasNoSignedWrap() ? sum : nullptr;
}

const llvm::Value* without_constant(const llvm::Value* number) {
  const llvm::BinaryOperator* sum = sum_of(number);
  const bool is_constant = sum != nullptr && llvm::isa<llvm::ConstantInt>(sum->getOperand(1));
  return is_constant ? without_constant(sum->getOperand(0)) : number;
}

Parts parts_of(const llvm::BinaryOperator& sum) {
  return {sum.getOpcode(), without_constant(sum.getOperand(0)), without_constant(sum.getOperand(1))};
}

// Returns the sum that a `zext nneg` extends for an index, or null.
const llvm::BinaryOperator* extended_sum(const llvm::Instruction& instruction) {
  const auto* extension = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
  if (extension == nullptr || !extension->hasNonNeg()) return nullptr;
  const auto is_address = [](const llvm::User* user) { return llvm::isa<llvm::GetElementPtrInst>(user); };
  return llvm::all_of(extension->users(), is_address) ? sum_of(extension->getOperand(0)) : nullptr;
}

}  // namespace

llvm::PreservedAnalyses NvptxSignExtendSums::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  std::map<Parts, std::vector<llvm::Instruction*>> neighbours;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const llvm::BinaryOperator* sum = extended_sum(instruction)) neighbours[parts_of(*sum)].push_back(&instruction);
  }
  for (const auto& [parts, extensions] : neighbours) {
    if (extensions.size() == 1) continue;
    for (llvm::Instruction* extension : extensions) {
      llvm::IRBuilder<> builder(extension);
      extension->replaceAllUsesWith(builder.CreateSExt(extension->getOperand(0), extension->getType()));
      extension->eraseFromParent();
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

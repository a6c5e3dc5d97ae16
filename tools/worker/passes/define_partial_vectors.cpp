#include "worker/passes/define_partial_vectors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace clc::worker {
namespace {

// Clang assigns elements of a vector by a load, a replacement and a store of the whole.
bool replaces_elements(const llvm::User* load) {
  return llvm::any_of(load->users(), [](const llvm::User* user) {
    return llvm::isa<llvm::InsertElementInst>(user) || llvm::isa<llvm::ShuffleVectorInst>(user);
  });
}

bool is_partly_assigned(const llvm::AllocaInst& variable, const llvm::DominatorTree& dominators) {
  const auto is_assigned_before = [&](const llvm::User* load) {
    return llvm::any_of(variable.users(), [&](const llvm::User* user) {
      return llvm::isa<llvm::StoreInst>(user) &&
             dominators.dominates(llvm::cast<llvm::StoreInst>(user), llvm::cast<llvm::LoadInst>(load));
    });
  };
  return llvm::any_of(variable.users(), [&](const llvm::User* user) {
    return llvm::isa<llvm::LoadInst>(user) && replaces_elements(user) && !is_assigned_before(user);
  });
}

// A variable within a loop begins anew in each iteration.
std::vector<llvm::Instruction*> beginnings(llvm::AllocaInst& variable) {
  std::vector<llvm::Instruction*> found;
  for (llvm::User* user : variable.users()) {
    auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user);
    if (marker != nullptr && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start) found.push_back(marker);
  }
  return found.empty() ? std::vector<llvm::Instruction*>{&variable} : found;
}

}  // namespace

llvm::PreservedAnalyses DefinePartialVectors::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || !variable->getAllocatedType()->isVectorTy() || !llvm::isAllocaPromotable(variable) ||
        !is_partly_assigned(*variable, dominators))
      continue;
    for (llvm::Instruction* beginning : beginnings(*variable)) {
      llvm::IRBuilder<> builder(beginning->getParent(), std::next(beginning->getIterator()));
      builder.CreateAlignedStore(llvm::Constant::getNullValue(variable->getAllocatedType()), variable,
                                 variable->getAlign());
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

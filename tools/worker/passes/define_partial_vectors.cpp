#include "worker/passes/define_partial_vectors.h"

#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

// Clang assigns elements of a vector by a load, replacements and a store of the whole.
bool is_stored_to(const llvm::AllocaInst& variable, const llvm::Value& value) {
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return store->getPointerOperand() == &variable;
    return llvm::isa<llvm::InsertElementInst, llvm::ShuffleVectorInst>(user) && is_stored_to(variable, *user);
  });
}

// The first store in each block.
using Stores = llvm::SmallDenseMap<const llvm::BasicBlock*, const llvm::StoreInst*>;

Stores find_stores(const llvm::AllocaInst& variable) {
  Stores found;
  for (const llvm::User* user : variable.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getPointerOperand() != &variable) continue;
    const llvm::StoreInst*& first = found[store->getParent()];
    if (first == nullptr || store->comesBefore(first)) first = store;
  }
  return found;
}

bool is_assigned_before(const llvm::LoadInst& load, const Stores& stores, const llvm::DominatorTree& dominators) {
  const llvm::StoreInst* store = stores.lookup(load.getParent());
  if (store != nullptr && store->comesBefore(&load)) return true;
  const llvm::DomTreeNode* node = dominators.getNode(load.getParent());
  if (node == nullptr) return true;  // never reached
  for (node = node->getIDom(); node != nullptr; node = node->getIDom()) {
    if (stores.contains(node->getBlock())) return true;
  }
  return false;
}

// Returns the type as which Clang reads the vector to assign elements of it before all of it has a value; or null.
// Vectors of three elements are read with a fourth.
llvm::Type* type_of_partial(const llvm::AllocaInst& variable, const llvm::DominatorTree& dominators) {
  const Stores stores = find_stores(variable);
  for (const llvm::User* user : variable.users()) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    if (load != nullptr && is_stored_to(variable, *load) && !is_assigned_before(*load, stores, dominators))
      return load->getType();
  }
  return nullptr;
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
  bool is_changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || !variable->getAllocatedType()->isVectorTy()) continue;
    llvm::Type* type = type_of_partial(*variable, dominators);
    if (type == nullptr) continue;
    for (llvm::Instruction* beginning : beginnings(*variable)) {
      llvm::IRBuilder<> builder(beginning->getParent(), std::next(beginning->getIterator()));
      builder.CreateAlignedStore(llvm::Constant::getNullValue(type), variable, variable->getAlign());
    }
    is_changed = true;
  }
  return is_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker

#include "worker/analyses/divergence.h"

#include <array>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// Parts of the names of builtins whose result differs between work-items.
constexpr std::array<llvm::StringRef, 5> k_divergent_names{"get_global_id", "get_local_id", "linear_id", "sub_group",
                                                           "atom"};

bool is_source(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr) return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(value);
  const llvm::Function* function = call->getCalledFunction();
  if (function == nullptr) return false;
  const auto is_in_name = [&](llvm::StringRef part) { return function->getName().contains(part); };
  return llvm::any_of(k_divergent_names, is_in_name);
}

bool has_barrier(const llvm::BasicBlock* block) {
  return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* function = call == nullptr ? nullptr : call->getCalledFunction();
    return function != nullptr && (function->getName().contains("barrier") || function->getName().contains("Barrier"));
  });
}

const llvm::Value* without_casts(const llvm::Value* value) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
  return value;
}

// True for `get_global_id(0) < count` with an argument or a constant, and what `&&` and `||` make of several.
bool compares_id(const llvm::Value& condition) {
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&condition)) {
    const llvm::Value* left = without_casts(comparison->getOperand(0));
    const llvm::Value* right = without_casts(comparison->getOperand(1));
    if (!is_source(*left)) std::swap(left, right);
    return llvm::isa<llvm::CallInst>(left) && llvm::isa<llvm::Argument, llvm::Constant>(right);
  }
  const auto* several = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (several == nullptr) return llvm::isa<llvm::Constant>(condition);
  const bool is_logic = several->isBitwiseLogicOp() || llvm::isa<llvm::SelectInst>(several);
  return is_logic && llvm::all_of(several->operand_values(), [](const llvm::Value* one) { return compares_id(*one); });
}

// True for a branch by which work-items beyond the last element return. It is taken as uniform: drivers peel such
// work-items off the range instead.
bool is_guard(const llvm::Instruction& branch) {
  const auto ends = [](const llvm::BasicBlock* block) { return llvm::isa<llvm::ReturnInst>(block->front()); };
  return llvm::any_of(llvm::successors(&branch), ends) && compares_id(*branch.getOperand(0));
}

}  // namespace

bool Divergence::is_source_call(const llvm::Value& value) {
  return llvm::isa<llvm::CallInst>(value) && is_source(value);
}

Divergence::Divergence(llvm::Function& function, const llvm::PostDominatorTree& post_dominators, IsUniform is_uniform) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_source(instruction)) mark(instruction);
  }
  while (!worklist_.empty()) {
    llvm::Value* value = worklist_.back();
    worklist_.pop_back();
    for (llvm::User* user : value->users()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr) continue;
      mark(*instruction);
      mark_variables(*instruction);
      if (instruction->isTerminator() && instruction->getNumSuccessors() > 1)
        propagate_divergence(*instruction, post_dominators, is_uniform);
    }
  }
}

void Divergence::mark(llvm::Value& value) {
  if (divergent_.insert(&value).second) worklist_.push_back(&value);
}

// Marks the private variables that a store, or a call, changes.
void Divergence::mark_variables(llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::StoreInst, llvm::CallInst>(instruction)) return;
  for (llvm::Value* operand : instruction.operands()) {
    if (!operand->getType()->isPointerTy()) continue;
    llvm::Value* object = llvm::getUnderlyingObject(operand);
    if (llvm::isa<llvm::AllocaInst>(object)) mark(*object);
  }
}

// Marks the blocks between a divergent branch and its immediate post-dominator, and the phis of these blocks. A branch
// with a barrier behind it counts as uniform, since all work-items of a group have to reach the barrier, and so does a
// guard, unless `is_uniform` says which do.
void Divergence::propagate_divergence(const llvm::Instruction& branch, const llvm::PostDominatorTree& post_dominators,
                                      IsUniform is_uniform) {
  if (is_uniform ? is_uniform(branch) : is_guard(branch)) return;
  const auto* node = post_dominators.getNode(branch.getParent());
  const bool reconverges = node != nullptr && node->getIDom() != nullptr;
  llvm::BasicBlock* join = reconverges ? node->getIDom()->getBlock() : nullptr;
  std::vector<llvm::BasicBlock*> found;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  const auto follow = [&](const llvm::Instruction& end) {
    for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
      llvm::BasicBlock* next = end.getSuccessor(i);
      if (next != join && seen.insert(next).second) found.push_back(next);
    }
  };
  follow(branch);
  for (std::size_t i = 0; i < found.size(); ++i) follow(*found[i]->getTerminator());
  if (!is_uniform && llvm::any_of(found, has_barrier)) return;
  divergent_blocks_.insert_range(found);
  if (is_uniform) {
    for (llvm::BasicBlock* block : found) {
      for (llvm::Instruction& instruction : *block) mark_variables(instruction);
    }
  }
  if (join != nullptr) found.push_back(join);
  for (llvm::BasicBlock* block : found) {
    if (block->hasNPredecessors(1)) continue;
    for (llvm::PHINode& phi : block->phis()) mark(phi);
  }
}

llvm::AnalysisKey DivergenceAnalysis::Key;

Divergence DivergenceAnalysis::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  return {function, analyses.getResult<llvm::PostDominatorTreeAnalysis>(function)};
}

}  // namespace clc::worker

#include "worker/sanitize/barrier_votes.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

#include "worker/analyses/divergence.h"

namespace clc::worker {
namespace {

using IsBarrier = llvm::function_ref<bool(llvm::CallBase&)>;

// The first barrier from `begin` on, before `end` where all ways meet again; null: none.
llvm::CallBase* first_barrier(llvm::BasicBlock* begin, const llvm::BasicBlock* end, IsBarrier is_barrier) {
  std::vector<llvm::BasicBlock*> found;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  const auto visit = [&](llvm::BasicBlock* block) {
    if (block != end && seen.insert(block).second) found.push_back(block);
  };
  visit(begin);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (llvm::Instruction& one : *found[i]) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      if (call != nullptr && is_barrier(*call)) return call;
    }
    for (llvm::BasicBlock* next : llvm::successors(found[i])) visit(next);
  }
  return nullptr;
}

}  // namespace

std::vector<BarrierVote> barrier_votes(llvm::Function& kernel, IsBarrier is_barrier) {
  const llvm::PostDominatorTree post_dominators(kernel);
  const Divergence divergence(kernel, post_dominators);
  std::vector<BarrierVote> votes;
  for (llvm::BasicBlock& block : kernel) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional() || !divergence.is_divergent(*branch->getCondition())) continue;
    const auto* node = post_dominators.getNode(&block);
    const bool meet = node != nullptr && node->getIDom() != nullptr;
    const llvm::BasicBlock* end = meet ? node->getIDom()->getBlock() : nullptr;
    for (const unsigned side : {0U, 1U}) {
      llvm::CallBase* barrier = first_barrier(branch->getSuccessor(side), end, is_barrier);
      if (barrier == nullptr) continue;
      votes.push_back({branch, barrier, side == 0});
      break;
    }
  }
  return votes;
}

}  // namespace clc::worker

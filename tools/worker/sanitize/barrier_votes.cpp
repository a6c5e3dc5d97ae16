#include "worker/sanitize/barrier_votes.h"

#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

#include "worker/analyses/divergence.h"

namespace clc::worker {
namespace {

using IsBarrier = llvm::function_ref<bool(llvm::CallBase&)>;

struct Way {
  llvm::CallBase* barrier = nullptr;  // the first one on it; null: none
  bool always = true;                 // none goes round all barriers
};

// Follows the ways from `begin` to a barrier, to `end` where all meet again, or to the kernel's end.
Way follow(llvm::BasicBlock* begin, const llvm::BasicBlock* end, IsBarrier is_barrier) {
  Way way;
  std::vector<llvm::BasicBlock*> found{begin};
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{begin};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto is_one = [&](llvm::Instruction& at) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
      return call != nullptr && is_barrier(*call);
    };
    const auto barrier = found[i] == end ? found[i]->end() : llvm::find_if(*found[i], is_one);
    if (barrier != found[i]->end()) {
      if (way.barrier == nullptr) way.barrier = llvm::cast<llvm::CallBase>(&*barrier);
      continue;
    }
    if (found[i] == end || llvm::succ_empty(found[i])) {
      way.always = false;
      continue;
    }
    for (llvm::BasicBlock* next : llvm::successors(found[i])) {
      if (seen.insert(next).second) found.push_back(next);
    }
  }
  return way;
}

// The vote of a branch of which one side always reaches a barrier, and the other one none before both meet.
std::optional<BarrierVote> vote_at(llvm::BasicBlock& block, const llvm::PostDominatorTree& post_dominators,
                                   IsBarrier is_barrier) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional()) return std::nullopt;
  const auto* node = post_dominators.getNode(&block);
  const bool meet = node != nullptr && node->getIDom() != nullptr;
  const llvm::BasicBlock* end = meet ? node->getIDom()->getBlock() : nullptr;
  const Way first = follow(branch->getSuccessor(0), end, is_barrier);
  const Way second = follow(branch->getSuccessor(1), end, is_barrier);
  const Way& leads = first.barrier != nullptr ? first : second;
  if (leads.barrier == nullptr || !leads.always || (first.barrier != nullptr && second.barrier != nullptr))
    return std::nullopt;
  return BarrierVote{branch, leads.barrier, &leads == &first};
}

}  // namespace

std::vector<BarrierVote> barrier_votes(llvm::Function& kernel, IsBarrier is_barrier) {
  const llvm::PostDominatorTree post_dominators(kernel);
  std::vector<BarrierVote> votes;
  for (llvm::BasicBlock& block : kernel) {
    if (const std::optional<BarrierVote> vote = vote_at(block, post_dominators, is_barrier)) votes.push_back(*vote);
  }
  // Behind a vote items go on together. Each one that is not held, as not all items come to it, may take others along.
  for (;;) {
    const auto is_held = [&](const llvm::Instruction& branch) {
      return llvm::any_of(votes, [&](const BarrierVote& vote) { return vote.branch == &branch; });
    };
    const Divergence divergence(kernel, post_dominators, is_held);
    const std::size_t held = votes.size();
    llvm::erase_if(votes, [&](const BarrierVote& vote) { return divergence.in_divergent_block(*vote.branch); });
    if (votes.size() != held) continue;
    llvm::erase_if(votes,
                   [&](const BarrierVote& vote) { return !divergence.is_divergent(*vote.branch->getCondition()); });
    return votes;
  }
}

}  // namespace clc::worker

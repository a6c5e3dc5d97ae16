#include "worker/sanitize/barrier_intervals.h"

#include <llvm/IR/CFG.h>

namespace clc::worker {

BarrierIntervals::BarrierIntervals(llvm::Function& kernel,
                                   llvm::function_ref<bool(const llvm::Instruction&)> is_barrier) {
  for (const llvm::BasicBlock& block : kernel) {
    for (const llvm::Instruction& one : block) {
      if (is_barrier(one)) barriers_.emplace(&one, barriers_.size() + 1);
    }
  }
  for (const llvm::BasicBlock& block : kernel) before_[&block].resize(barriers_.size() + 1);
  before_[&kernel.getEntryBlock()].set(0);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const llvm::BasicBlock& block : kernel) {
      const llvm::BitVector behind = last_before(*block.getTerminator());
      for (const llvm::BasicBlock* next : llvm::successors(&block)) {
        llvm::BitVector& known = before_[next];
        const llvm::BitVector old = known;
        known |= behind;
        has_changed |= known != old;
      }
    }
  }
}

llvm::BitVector BarrierIntervals::last_before(const llvm::Instruction& at) const {
  for (const llvm::Instruction* one = at.getPrevNode(); one != nullptr; one = one->getPrevNode()) {
    const auto found = barriers_.find(one);
    if (found == barriers_.end()) continue;
    llvm::BitVector last(barriers_.size() + 1);
    last.set(found->second);
    return last;
  }
  return before_.at(at.getParent());
}

bool BarrierIntervals::share(const llvm::Instruction& one, const llvm::Instruction& other) const {
  return last_before(one).anyCommon(last_before(other));
}

}  // namespace clc::worker

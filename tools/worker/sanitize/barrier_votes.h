// Branches that decide whether an item reaches a barrier. All items of a group come to them, and must decide alike:
// whoever goes elsewhere makes drivers wait for ever, or end the process.
#pragma once

#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

struct BarrierVote {
  llvm::BranchInst* branch = nullptr;
  llvm::CallBase* barrier = nullptr;  // the first one behind the branch
  bool leads = true;                  // the condition of those who reach it
};

// Lists the branches with a divergent condition of which one side reaches a barrier whatever follows, and the other one
// none before both meet, or until the kernel ends; and to which all items come together. A switch is none.
std::vector<BarrierVote> barrier_votes(llvm::Function& kernel, llvm::function_ref<bool(llvm::CallBase&)> is_barrier);

}  // namespace clc::worker

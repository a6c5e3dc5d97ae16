#include "worker/passes/amdgpu_split_loop_entries.h"

#include <utility>
#include <vector>

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {
namespace {

// The successor whose phis would lose the block's values; null if none would.
llvm::BasicBlock* lost_successor(const llvm::Cycle& cycle, const llvm::BasicBlock& block) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional()) return nullptr;
  llvm::BasicBlock* header = branch->getSuccessor(0);
  llvm::BasicBlock* other = branch->getSuccessor(1);
  if (other == cycle.getHeader()) std::swap(header, other);
  return header == cycle.getHeader() && cycle.isEntry(other) && !other->phis().empty() ? other : nullptr;
}

}  // namespace

llvm::PreservedAnalyses AmdgpuSplitLoopEntries::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const llvm::CycleInfo& cycles = analyses.getResult<llvm::CycleAnalysis>(function);
  std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> found;
  for (llvm::BasicBlock& block : function) {
    for (const llvm::Cycle* cycle = cycles.getCycle(&block); cycle != nullptr; cycle = cycle->getParentCycle()) {
      if (llvm::BasicBlock* other = lost_successor(*cycle, block)) found.emplace_back(&block, other);
    }
  }
  for (const auto& [block, other] : found) llvm::SplitEdge(block, other);
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

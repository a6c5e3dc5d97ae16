#include "worker/passes/spirv_join_switch_edges.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {
namespace {

// Blocks with phis that `block` leads to in more than one way.
std::vector<llvm::BasicBlock*> entered_repeatedly(llvm::BasicBlock& block) {
  std::vector<llvm::BasicBlock*> found;
  llvm::SmallPtrSet<llvm::BasicBlock*, 8> seen;
  for (llvm::BasicBlock* next : llvm::successors(&block)) {
    const bool is_first = seen.insert(next).second;
    if (!is_first && !next->phis().empty() && !llvm::is_contained(found, next)) found.push_back(next);
  }
  return found;
}

}  // namespace

llvm::PreservedAnalyses SpirvJoinSwitchEdges::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
    for (llvm::BasicBlock* next : entered_repeatedly(block)) llvm::SplitBlockPredecessors(next, {&block}, "");
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

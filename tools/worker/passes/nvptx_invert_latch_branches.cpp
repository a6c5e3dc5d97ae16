#include "worker/passes/nvptx_invert_latch_branches.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {

llvm::PreservedAnalyses NvptxInvertLatchBranches::run(llvm::Function& function,
                                                      llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::BasicBlock& block : function) {
    auto* jump = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (jump == nullptr || !jump->isConditional()) continue;
    if (jump->getSuccessor(0) == &block || jump->getSuccessor(1) != &block) continue;
    llvm::IRBuilder<> builder(jump);
    llvm::InvertBranch(jump, builder);
  }
  return blocks_preserved();
}

}  // namespace clc::worker

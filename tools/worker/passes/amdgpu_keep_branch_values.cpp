#include "worker/passes/amdgpu_keep_branch_values.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// True for an arm of an if-else: both arms have one predecessor and one successor in common, which has no others.
bool is_arm_of_diamond(const llvm::BasicBlock& block, const llvm::BasicBlock& meeting) {
  const llvm::BasicBlock* start = block.getSinglePredecessor();
  if (start == nullptr || !meeting.hasNPredecessors(2)) return false;
  return llvm::all_of(llvm::predecessors(&meeting), [&](const llvm::BasicBlock* side) {
    return side->getSinglePredecessor() == start && side->getSingleSuccessor() == &meeting;
  });
}

// True if a conditional branch to the block has no edge to the block's successor.
bool is_else(const llvm::BasicBlock& block, const llvm::BasicBlock& meeting) {
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    return branch != nullptr && branch->isConditional() && !llvm::is_contained(branch->successors(), &meeting);
  });
}

bool makes_free_value(const llvm::BasicBlock& block, llvm::BasicBlock& meeting,
                      const llvm::TargetTransformInfo& costs) {
  return llvm::any_of(meeting.phis(), [&](const llvm::PHINode& phi) {
    const auto* value = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(&block));
    if (value == nullptr || value->getParent() != &block || llvm::isa<llvm::PHINode>(value)) return false;
    const llvm::InstructionCost cost = costs.getInstructionCost(value, llvm::TargetTransformInfo::TCK_Latency);
    return cost == llvm::InstructionCost(0);
  });
}

}  // namespace

llvm::PreservedAnalyses AmdgpuKeepBranchValues::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& costs = analyses.getResult<llvm::TargetIRAnalysis>(function);
  std::vector<llvm::BasicBlock*> found;
  for (llvm::BasicBlock& block : function) {
    llvm::BasicBlock* meeting = block.getSingleSuccessor();
    if (meeting == nullptr || !is_else(block, *meeting) || is_arm_of_diamond(block, *meeting)) continue;
    if (makes_free_value(block, *meeting, costs)) found.push_back(&block);
  }
  for (llvm::BasicBlock* block : found) block->splitBasicBlock(block->getTerminator());
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

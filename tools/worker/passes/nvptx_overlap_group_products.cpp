#include "worker/passes/nvptx_overlap_group_products.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "worker/passes/nvidia_group_products.h"

namespace clc::worker {
namespace {

bool carries(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ExtractValueInst>(
      instruction);
}

// All that reads sums, by way of vectors and phis, and is no product.
llvm::SetVector<llvm::Instruction*> readers_of(llvm::CallInst& wait) {
  llvm::SetVector<llvm::Instruction*> readers;
  llvm::SetVector<llvm::Instruction*> carriers;
  carriers.insert(&wait);
  for (unsigned i = 0; i < carriers.size(); ++i) {
    for (llvm::User* user : carriers[i]->users()) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (carries(*instruction)) {
        carriers.insert(instruction);
      } else if (!is_group_product(*instruction)) {
        readers.insert(instruction);
      }
    }
  }
  return readers;
}

void drop(llvm::CallInst& wait) {
  for (llvm::User* user : llvm::make_early_inc_range(wait.users())) {
    auto* part = llvm::cast<llvm::ExtractValueInst>(user);
    part->replaceAllUsesWith(wait.getArgOperand(part->getIndices().front()));
    part->eraseFromParent();
  }
  wait.eraseFromParent();
}

// Waits where a loop ends, in a block of its own: nothing that reads sums is moved in front of it.
void wait_behind(llvm::BasicBlock& exit, llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  llvm::SplitBlock(&exit, exit.getFirstNonPHIIt(), &dominators, &loops);
  llvm::IRBuilder<> builder(exit.getTerminator());
  wait_for_products(builder, 0);
  for (llvm::PHINode& phi : llvm::make_early_inc_range(exit.phis())) {
    if (phi.getNumIncomingValues() != 1) continue;
    phi.replaceAllUsesWith(phi.getIncomingValue(0));
    phi.eraseFromParent();
  }
}

}  // namespace

llvm::PreservedAnalyses NvptxOverlapGroupProducts::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::CallInst*> waits;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_wait_for_sums(instruction)) waits.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  if (waits.empty()) return llvm::PreservedAnalyses::all();
  llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  llvm::SetVector<llvm::Loop*> left;
  std::vector<llvm::CallInst*> dropped;
  for (llvm::CallInst* wait : waits) {
    llvm::Loop* loop = loops.getLoopFor(wait->getParent());
    if (loop == nullptr) continue;
    const auto is_inside = [&](const llvm::Instruction* reader) { return loop->contains(reader); };
    if (llvm::any_of(readers_of(*wait), is_inside)) continue;
    left.insert(loop);
    dropped.push_back(wait);
  }
  for (llvm::CallInst* wait : dropped) drop(*wait);
  for (llvm::Loop* loop : left) {
    llvm::formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    llvm::SmallVector<llvm::BasicBlock*> exits;
    loop->getUniqueExitBlocks(exits);
    for (llvm::BasicBlock* exit : exits) wait_behind(*exit, dominators, loops);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

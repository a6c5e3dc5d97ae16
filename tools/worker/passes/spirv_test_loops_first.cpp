#include "worker/passes/spirv_test_loops_first.h"

#include <optional>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

struct GuardedLoop {
  llvm::BasicBlock* guard;  // goes to the header or the exit
  llvm::BasicBlock* header;
  llvm::BasicBlock* latch;  // goes to the header or the exit, and is the only block that leaves the loop
  llvm::BasicBlock* exit;
};

bool chooses_between(const llvm::BasicBlock* block, const llvm::BasicBlock* header, const llvm::BasicBlock* exit) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
  return branch != nullptr && branch->isConditional() &&
         llvm::is_contained({branch->getSuccessor(0), branch->getSuccessor(1)}, header) &&
         llvm::is_contained({branch->getSuccessor(0), branch->getSuccessor(1)}, exit);
}

bool has_convergent_call(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call != nullptr && call->isConvergent();
    });
  });
}

std::optional<GuardedLoop> rotated_loop(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const GuardedLoop found{loop.getLoopPredecessor(), loop.getHeader(), loop.getLoopLatch(), loop.getExitBlock()};
  if (found.guard == nullptr || found.latch == nullptr || found.exit == nullptr) return std::nullopt;
  if (loop.getExitingBlock() != found.latch || !chooses_between(found.latch, found.header, found.exit) ||
      !chooses_between(found.guard, found.header, found.exit)) {
    return std::nullopt;
  }
  const bool is_counted = evolution.hasLoopInvariantBackedgeTakenCount(&loop);
  return is_counted || has_convergent_call(loop) ? std::nullopt : std::optional(found);
}

// The condition of a block's branch, negated if that branch goes to the header where `like` goes to the exit.
llvm::Value* condition_like(llvm::BranchInst& branch, const llvm::BranchInst& like) {
  llvm::Value* condition = branch.getCondition();
  if (branch.getSuccessor(0) == like.getSuccessor(0)) return condition;
  auto* comparison = llvm::dyn_cast<llvm::CmpInst>(condition);
  if (comparison == nullptr || !comparison->hasOneUse()) return llvm::IRBuilder<>(&branch).CreateNot(condition);
  comparison->setPredicate(comparison->getInversePredicate());
  return comparison;
}

llvm::PHINode* merge(const GuardedLoop& loop, llvm::BasicBlock* test, llvm::Value* first, llvm::Value* next) {
  for (llvm::PHINode& phi : test->phis()) {
    const bool is_same = phi.getType() == first->getType() && phi.getIncomingValueForBlock(loop.guard) == first &&
                         phi.getIncomingValueForBlock(loop.latch) == next;
    if (is_same) return &phi;
  }
  auto* phi = llvm::PHINode::Create(first->getType(), 2, "", test->begin());
  phi->addIncoming(first, loop.guard);
  phi->addIncoming(next, loop.latch);
  return phi;
}

// The exit is entered from the test instead of the guard and the latch.
void redirect_exit(const GuardedLoop& loop, llvm::BasicBlock* test) {
  for (llvm::PHINode& phi : llvm::make_early_inc_range(loop.exit->phis())) {
    llvm::Value* first = phi.removeIncomingValue(loop.guard, /*DeletePHIIfEmpty=*/false);
    llvm::Value* next = phi.removeIncomingValue(loop.latch, /*DeletePHIIfEmpty=*/false);
    llvm::PHINode* merged = merge(loop, test, first, next);
    phi.addIncoming(merged, test);
    if (phi.getNumIncomingValues() > 1) continue;
    phi.replaceAllUsesWith(merged);
    phi.eraseFromParent();
  }
}

void branch_to(llvm::BasicBlock* test, llvm::BranchInst* old) {
  llvm::BranchInst* branch = llvm::BranchInst::Create(test, old->getIterator());
  branch->copyMetadata(*old, {llvm::LLVMContext::MD_dbg, llvm::LLVMContext::MD_loop});
  old->eraseFromParent();
}

void test_first(const GuardedLoop& loop) {
  auto* last = llvm::cast<llvm::BranchInst>(loop.latch->getTerminator());
  auto* guard = llvm::cast<llvm::BranchInst>(loop.guard->getTerminator());
  auto* test = llvm::BasicBlock::Create(loop.header->getContext(), "", loop.header->getParent(), loop.header);
  while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&loop.header->front())) phi->moveBefore(*test, test->end());
  llvm::PHINode* continue_condition = merge(loop, test, condition_like(*guard, *last), last->getCondition());
  redirect_exit(loop, test);
  llvm::BranchInst::Create(last->getSuccessor(0), last->getSuccessor(1), continue_condition, test)
      ->copyMetadata(*last, {llvm::LLVMContext::MD_dbg, llvm::LLVMContext::MD_prof});
  branch_to(test, guard);
  branch_to(test, last);
}

}  // namespace

llvm::PreservedAnalyses SpirvTestLoopsFirst::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  std::vector<GuardedLoop> found;
  for (const llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (const auto rotated = rotated_loop(*loop, evolution)) found.push_back(*rotated);
  }
  for (const GuardedLoop& loop : found) test_first(loop);
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

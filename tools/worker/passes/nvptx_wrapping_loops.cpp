#include "worker/passes/nvptx_wrapping_loops.h"

#include <optional>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace clc::worker {
namespace {

// %next = add %counter, %stride; br (icmp slt or ult %next, %end), header, exit
struct Counter {
  llvm::Value* start = nullptr;
  llvm::BinaryOperator* next = nullptr;
  llvm::Value* stride = nullptr;
  llvm::Value* end = nullptr;
  bool is_signed = false;
};

std::optional<Counter> counter_of(const llvm::Loop& loop) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return {};
  auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (comparison == nullptr || !loop.contains(comparison)) return {};
  const bool goes_on_if_true = branch->getSuccessor(0) == loop.getHeader();
  const llvm::CmpInst::Predicate predicate =
      goes_on_if_true ? comparison->getPredicate() : comparison->getInversePredicate();
  Counter counter;
  counter.is_signed = predicate == llvm::CmpInst::ICMP_SLT;
  counter.next = llvm::dyn_cast<llvm::BinaryOperator>(comparison->getOperand(0));
  counter.end = comparison->getOperand(1);
  if (!counter.is_signed && predicate != llvm::CmpInst::ICMP_ULT) return {};
  if (counter.next == nullptr || counter.next->getOpcode() != llvm::Instruction::Add) return {};
  for (unsigned operand : {0U, 1U}) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(counter.next->getOperand(operand));
    if (phi == nullptr || phi->getParent() != loop.getHeader()) continue;
    if (phi->getIncomingValueForBlock(loop.getLoopLatch()) != counter.next) continue;
    counter.start = phi->getIncomingValueForBlock(loop.getLoopPreheader());
    counter.stride = counter.next->getOperand(1 - operand);
  }
  // Loops that count by a constant are left to others.
  const bool is_one = counter.start != nullptr && loop.isLoopInvariant(counter.stride) &&
                      loop.isLoopInvariant(counter.end) && !llvm::isa<llvm::Constant>(counter.stride);
  return is_one ? std::optional(counter) : std::nullopt;
}

// The stride is positive, and neither the first number nor one below the end passes the largest number by it.
llvm::Value* cannot_wrap(const Counter& counter, llvm::IRBuilder<>& builder) {
  const unsigned bits = counter.next->getType()->getIntegerBitWidth();
  const llvm::APInt most = counter.is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  const auto above = counter.is_signed ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_UGT;
  const auto up_to = counter.is_signed ? llvm::CmpInst::ICMP_SLE : llvm::CmpInst::ICMP_ULE;
  llvm::Value* const zero = builder.getIntN(bits, 0);
  llvm::Value* const last = builder.CreateSub(builder.getInt(most), counter.stride);
  llvm::Value* const is_positive = builder.CreateICmp(above, counter.stride, zero);
  llvm::Value* const is_end_low = builder.CreateICmp(up_to, counter.end, last);
  llvm::Value* const is_start_low = builder.CreateICmp(up_to, counter.start, last);
  return builder.CreateAnd(builder.CreateAnd(is_positive, is_end_low), is_start_low, "cannot.wrap");
}

}  // namespace

bool version_wrapping_loop(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                           llvm::ScalarEvolution& evolution) {
  const std::optional<Counter> counter = counter_of(loop);
  llvm::BasicBlock* const exit = loop.getUniqueExitBlock();
  if (!counter || exit == nullptr) return false;
  llvm::BasicBlock* const check = loop.getLoopPreheader();
  llvm::BasicBlock* const before =
      llvm::SplitBlock(check, check->getTerminator(), &dominators, &loops, nullptr, "no.wrap");
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<llvm::BasicBlock*, 8> blocks;
  llvm::Loop* const copy =
      llvm::cloneLoopWithPreheader(before, check, &loop, copies, ".wrapping", &loops, &dominators, blocks);
  llvm::remapInstructionsInBlocks(blocks, copies);
  llvm::Instruction* const end = check->getTerminator();
  llvm::IRBuilder<> builder(end);
  builder.CreateCondBr(cannot_wrap(*counter, builder), before, copy->getLoopPreheader());
  end->eraseFromParent();
  for (llvm::PHINode& phi : exit->phis()) {
    llvm::Value* const value = phi.getIncomingValueForBlock(loop.getExitingBlock());
    const auto copied = copies.find(value);
    phi.addIncoming(copied == copies.end() ? value : &*copied->second, copy->getExitingBlock());
  }
  dominators.changeImmediateDominator(exit, check);
  llvm::formDedicatedExitBlocks(copy, &dominators, &loops, nullptr, true);
  llvm::formDedicatedExitBlocks(&loop, &dominators, &loops, nullptr, true);
  counter->is_signed ? counter->next->setHasNoSignedWrap() : counter->next->setHasNoUnsignedWrap();
  evolution.forgetLoop(&loop);
  return true;
}

}  // namespace clc::worker

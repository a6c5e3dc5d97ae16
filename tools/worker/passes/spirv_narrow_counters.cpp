#include "worker/passes/spirv_narrow_counters.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"

namespace clc::worker {
namespace {

struct Counter {
  llvm::PHINode* phi;
  llvm::ConstantInt* first;
  llvm::Instruction* next;  // phi + step
  llvm::ConstantInt* step;
  llvm::ICmpInst* test;  // next and limit, in this order
  llvm::Value* limit;    // of 32 bits
};

bool fits(llvm::Value* value, llvm::ScalarEvolution& evolution) {
  return evolution.getUnsignedRangeMax(evolution.getSCEV(value)).getActiveBits() <= 32;
}

// The value in 32 bits that a limit was extended from; null: it was not.
llvm::Value* narrow_limit(llvm::Value* limit) {
  llvm::Type* narrow = llvm::Type::getInt32Ty(limit->getContext());
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(limit))
    return constant->getValue().getActiveBits() <= 32 ? llvm::ConstantInt::get(narrow, constant->getZExtValue())
                                                      : nullptr;
  auto* extension = llvm::dyn_cast<llvm::ZExtInst>(limit);
  return extension != nullptr && extension->getSrcTy() == narrow ? extension->getOperand(0) : nullptr;
}

// The comparison that is the only use of `next` but for the phi.
llvm::ICmpInst* only_test(llvm::Instruction& next, const llvm::PHINode& phi) {
  llvm::ICmpInst* test = nullptr;
  for (llvm::User* user : next.users()) {
    if (user == &phi) continue;
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
    if (comparison == nullptr || test != nullptr) return nullptr;
    test = comparison;
  }
  return test != nullptr && !test->isSigned() && test->getOperand(0) == &next ? test : nullptr;
}

std::optional<Counter> counter_of(llvm::PHINode& phi, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::BasicBlock* before = loop.getLoopPredecessor();
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (!phi.getType()->isIntegerTy(64) || before == nullptr || latch == nullptr) return std::nullopt;
  auto* first = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValueForBlock(before));
  auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(latch));
  if (first == nullptr || next == nullptr || next->getOpcode() != llvm::Instruction::Add) return std::nullopt;
  auto* step = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
  llvm::ICmpInst* test = only_test(*next, phi);
  if (next->getOperand(0) != &phi || step == nullptr || test == nullptr) return std::nullopt;
  llvm::Value* limit = narrow_limit(test->getOperand(1));
  const bool is_small = fits(&phi, evolution) && fits(next, evolution);
  return limit == nullptr || !is_small ? std::nullopt : std::optional(Counter{&phi, first, next, step, test, limit});
}

bool has_uniform_uses(const Counter& counter, const Divergence& divergence) {
  return llvm::all_of(counter.phi->users(),
                      [&](const llvm::User* user) { return user == counter.next || !divergence.is_divergent(*user); });
}

void narrow(const Counter& counter) {
  llvm::PHINode* wide = counter.phi;
  llvm::Type* type = counter.limit->getType();
  const auto constant = [&](const llvm::ConstantInt* value) {
    return llvm::ConstantInt::get(type, value->getValue().trunc(32));
  };
  auto* phi = llvm::PHINode::Create(type, 2, "", wide->getIterator());
  llvm::Value* next = llvm::IRBuilder<>(counter.next).CreateAdd(phi, constant(counter.step));
  for (unsigned i = 0; i < wide->getNumIncomingValues(); ++i) {
    phi->addIncoming(wide->getIncomingValue(i) == counter.next ? next : constant(counter.first),
                     wide->getIncomingBlock(i));
  }
  llvm::IRBuilder<> at_test(counter.test);
  counter.test->replaceAllUsesWith(at_test.CreateICmp(counter.test->getPredicate(), next, counter.limit));
  counter.test->eraseFromParent();
  llvm::BasicBlock* header = wide->getParent();
  wide->replaceUsesWithIf(llvm::IRBuilder<>(header, header->getFirstInsertionPt()).CreateZExt(phi, wide->getType()),
                          [&](const llvm::Use& use) { return use.getUser() != counter.next; });
  wide->removeIncomingValueIf([](unsigned) { return true; }, /*DeletePHIIfEmpty=*/false);
  counter.next->eraseFromParent();
  wide->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvNarrowCounters::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  std::vector<Counter> found;
  for (const llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    for (llvm::PHINode& phi : loop->getHeader()->phis()) {
      if (const auto counter = counter_of(phi, *loop, evolution)) found.push_back(*counter);
    }
  }
  if (found.empty()) return llvm::PreservedAnalyses::all();
  const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
  std::erase_if(found, [&](const Counter& counter) { return !has_uniform_uses(counter, divergence); });
  for (const Counter& counter : found) narrow(counter);
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

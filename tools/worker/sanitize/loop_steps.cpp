#include "worker/sanitize/loop_steps.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Operator.h>

#include "worker/sanitize/function_analyses.h"

namespace clc::worker {
namespace {

// True where a distance that changes by the same step in each iteration becomes 0.
bool meets_zero(const llvm::SCEVAddRecExpr& distance, llvm::ScalarEvolution& evolution) {
  if (!distance.isAffine()) return false;
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(distance.getStepRecurrence(evolution));
  const auto* start = llvm::dyn_cast<llvm::SCEVConstant>(distance.getStart());
  if (step == nullptr || step->isZero()) return false;
  if (step->getAPInt().abs().isOne()) return true;
  if (start == nullptr || !start->getAPInt().srem(step->getAPInt()).isZero()) return false;
  return start->isZero() || start->getAPInt().isNegative() != step->getAPInt().isNegative();
}

bool may_miss_end(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& one : *block) {
      const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&one);
      if (compare == nullptr || !compare->isEquality() || !evolution.isSCEVable(compare->getOperand(0)->getType()))
        continue;
      const llvm::SCEV* distance =
          evolution.getMinusSCEV(evolution.getSCEV(compare->getOperand(0)), evolution.getSCEV(compare->getOperand(1)));
      const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(distance);
      if (steps != nullptr && steps->getLoop() == &loop && !meets_zero(*steps, evolution)) return true;
    }
  }
  return false;
}

}  // namespace

void doubt_loop_steps(llvm::Function& kernel) {
  FunctionAnalyses known(kernel);
  std::vector<llvm::Loop*> doubted;
  for (llvm::Loop* loop : known.loops.getLoopsInPreorder()) {
    if (may_miss_end(*loop, known.evolution)) doubted.push_back(loop);
  }
  if (!doubted.empty()) kernel.removeFnAttr(llvm::Attribute::MustProgress);
  for (llvm::Loop* loop : doubted) {
    loop->setLoopID(nullptr);  // which may say that the loop ends
    for (llvm::BasicBlock* block : loop->blocks()) {
      for (llvm::Instruction& one : *block) {
        if (llvm::isa<llvm::OverflowingBinaryOperator, llvm::GetElementPtrInst>(one)) one.dropPoisonGeneratingFlags();
      }
    }
  }
}

}  // namespace clc::worker

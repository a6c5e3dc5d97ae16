#include "worker/passes/spirv_next_turn.h"

#include <map>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace clc::worker {
namespace {

bool is_cheap(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
      return true;
    default:
      return false;
  }
}

// True for a loop that goes on for some work-items when others have left it.
bool is_left_apart(const llvm::Loop& loop, const Divergence& divergence) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
    return divergence.differs(*block->getTerminator()->getOperand(0));
  });
}

// A contraction, and the cheap operations before it, up to numbers of the turn's begin.
class Expression {
 public:
  Expression(llvm::IntrinsicInst& contraction, const llvm::Loop& loop) : contraction_(contraction), loop_(loop) {
    is_whole_ = collect(contraction);
  }

  bool is_of_turn() const { return is_whole_ && has_phi_; }

  // Computes it before the loop, and at the end of each turn for the next one.
  std::vector<llvm::IntrinsicInst*> move() {
    llvm::IRBuilder<> builder(&*loop_.getHeader()->begin());
    llvm::PHINode* carried = builder.CreatePHI(contraction_.getType(), 2);
    std::vector<llvm::IntrinsicInst*> copies;
    for (llvm::BasicBlock* block : {loop_.getLoopPreheader(), loop_.getLoopLatch()}) {
      copies.push_back(copy_to(*block));
      carried->addIncoming(copies.back(), block);
    }
    contraction_.replaceAllUsesWith(carried);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&contraction_);
    return copies;
  }

 private:
  bool collect(llvm::Instruction& instruction) {
    constexpr std::size_t k_most = 4;
    for (llvm::Value* operand : instruction.operand_values()) {
      auto* inner = llvm::dyn_cast<llvm::Instruction>(operand);
      if (inner == nullptr || !loop_.contains(inner) || llvm::is_contained(operations_, inner)) continue;
      if (llvm::isa<llvm::PHINode>(inner) && inner->getParent() == loop_.getHeader()) {
        has_phi_ = true;
      } else if (!is_cheap(*inner) || operations_.size() == k_most || !collect(*inner)) {
        return false;
      }
    }
    operations_.push_back(&instruction);  // behind its operands
    return true;
  }

  llvm::IntrinsicInst* copy_to(llvm::BasicBlock& block) const {
    std::map<llvm::Value*, llvm::Value*> copies;
    llvm::Instruction* copy = nullptr;
    for (llvm::Instruction* operation : operations_) {
      copy = operation->clone();
      copy->insertBefore(block.getTerminator()->getIterator());
      for (llvm::Use& operand : copy->operands()) {
        auto* phi = llvm::dyn_cast<llvm::PHINode>(operand.get());
        if (phi != nullptr && phi->getParent() == loop_.getHeader()) {
          operand.set(phi->getIncomingValueForBlock(&block));
        } else if (const auto known = copies.find(operand.get()); known != copies.end()) {
          operand.set(known->second);
        }
      }
      copies[operation] = copy;
    }
    return llvm::cast<llvm::IntrinsicInst>(copy);
  }

  llvm::IntrinsicInst& contraction_;
  const llvm::Loop& loop_;
  std::vector<llvm::Instruction*> operations_;  // the contraction last
  bool is_whole_ = false;
  bool has_phi_ = false;
};

// True for a number that only decides which way to go.
bool is_only_compared(const llvm::Instruction& number) {
  return llvm::all_of(number.users(), [](const llvm::User* user) { return llvm::isa<llvm::FCmpInst>(user); });
}

// All contractions of the loop that some number of a later turn hangs on; none where one cannot be moved, for which the
// others would wait.
std::vector<Expression> expressions_of(const llvm::Loop& loop) {
  std::vector<Expression> found;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (!is_contraction(instruction)) continue;
      Expression expression(llvm::cast<llvm::IntrinsicInst>(instruction), loop);
      if (expression.is_of_turn() && !instruction.getType()->isVectorTy()) {
        found.push_back(expression);
      } else if (!is_only_compared(instruction)) {
        return {};
      }
    }
  }
  return found;
}

}  // namespace

bool is_contraction(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
}

std::vector<llvm::IntrinsicInst*> contract_in_turn_before(llvm::Function& function, const Divergence& divergence) {
  const bool has_some = llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    return is_contraction(instruction) && divergence.is_apart(instruction);
  });
  if (!has_some) return {};
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  std::vector<llvm::IntrinsicInst*> moved;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || loop->getLoopLatch() == nullptr || !is_left_apart(*loop, divergence)) continue;
    std::vector<Expression> expressions = expressions_of(*loop);
    constexpr std::size_t k_most = 4;  // numbers that each turn hands to the next, for the sake of registers
    if (expressions.empty() || expressions.size() > k_most) continue;
    if (loop->getLoopPreheader() == nullptr &&
        llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false) == nullptr)
      continue;
    for (Expression& expression : expressions) llvm::append_range(moved, expression.move());
  }
  return moved;
}

}  // namespace clc::worker

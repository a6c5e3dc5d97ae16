#include "worker/passes/spirv_rotate_fma_recurrences.h"

#include <map>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "worker/analyses/divergence.h"
#include "worker/passes/fmuladd.h"

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

// True for a loop that some work-items leave before others.
bool has_divergent_exit(const llvm::Loop& loop, const Divergence& divergence) {
  if (!divergence.in_divergent_block(loop.getHeader()->front())) return false;
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
    return divergence.is_divergent(*block->getTerminator()->getOperand(0));
  });
}

// A contraction, and the cheap operations that it depends on, up to phis of the loop's header.
class Recurrence {
 public:
  Recurrence(llvm::IntrinsicInst& contraction, const llvm::Loop& loop) : contraction_(contraction), loop_(loop) {
    is_whole_ = collect(contraction);
  }

  bool is_loop_carried() const { return is_whole_ && has_phi_; }

  // Computes it in the preheader, and in the latch for the next iteration.
  void rotate(const Divergence& divergence) {
    llvm::IRBuilder<> builder(&*loop_.getHeader()->begin());
    llvm::PHINode* carried = builder.CreatePHI(contraction_.getType(), 2);
    for (llvm::BasicBlock* block : {loop_.getLoopPreheader(), loop_.getLoopLatch()}) {
      llvm::IntrinsicInst* copy = copy_to(*block);
      carried->addIncoming(copy, block);
      if (divergence.in_divergent_block(*copy)) replace_by_product_and_sum(*copy);
    }
    contraction_.replaceAllUsesWith(carried);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&contraction_);
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
    operations_.push_back(&instruction);
    return true;
  }

  static void replace_by_product_and_sum(llvm::IntrinsicInst& fmuladd) {
    llvm::IRBuilder<> builder(&fmuladd);
    builder.setFastMathFlags(fmuladd.getFastMathFlags());
    fmuladd.replaceAllUsesWith(expand_fmuladd(builder, fmuladd));
    fmuladd.eraseFromParent();
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
  std::vector<llvm::Instruction*> operations_;  // each behind its operands, the contraction last
  bool is_whole_ = false;
  bool has_phi_ = false;
};

// True for a number that only decides branches.
bool is_only_compared(const llvm::Instruction& number) {
  return llvm::all_of(number.users(), [](const llvm::User* user) { return llvm::isa<llvm::FCmpInst>(user); });
}

// The contractions in loop-carried recurrences of the loop; none where one cannot move, for which the others would
// wait.
std::vector<Recurrence> recurrences_of(const llvm::Loop& loop) {
  std::vector<Recurrence> found;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (!is_fmuladd(instruction)) continue;
      Recurrence recurrence(llvm::cast<llvm::IntrinsicInst>(instruction), loop);
      if (recurrence.is_loop_carried() && !instruction.getType()->isVectorTy()) {
        found.push_back(recurrence);
      } else if (!is_only_compared(instruction)) {
        return {};
      }
    }
  }
  return found;
}

}  // namespace

llvm::PreservedAnalyses SpirvRotateFmaRecurrences::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& analyses) {
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changes = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || loop->getLoopLatch() == nullptr) continue;
    std::vector<Recurrence> recurrences = recurrences_of(*loop);
    constexpr std::size_t k_most = 4;  // phis that the loop gets, for the sake of registers
    if (recurrences.empty() || recurrences.size() > k_most) continue;
    const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
    if (!has_divergent_exit(*loop, divergence)) continue;
    if (loop->getLoopPreheader() == nullptr &&
        llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false) == nullptr)
      continue;
    for (Recurrence& recurrence : recurrences) recurrence.rotate(divergence);
    changes = true;
  }
  return changes ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker

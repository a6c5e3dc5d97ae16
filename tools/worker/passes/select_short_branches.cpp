#include "worker/passes/select_short_branches.h"

#include <array>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {
namespace {

// Most operations of both sides together.
constexpr unsigned k_most_operations = 16;
// Most operations of a side that is speculated.
constexpr unsigned k_most_speculated = 2;

bool is_quick(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fabs:
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::fmuladd:
      case llvm::Intrinsic::maxnum:
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::smax:
      case llvm::Intrinsic::smin:
      case llvm::Intrinsic::umax:
      case llvm::Intrinsic::umin:
        return true;
      default:
        return false;
    }
  }
  const unsigned opcode = instruction.getOpcode();
  const bool is_long = instruction.getType()->getScalarSizeInBits() > 32;
  if (opcode == llvm::Instruction::Mul && is_long) return false;
  if (instruction.isIntDivRem() || opcode == llvm::Instruction::FDiv || opcode == llvm::Instruction::FRem) return false;
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CastInst,
                   llvm::GetElementPtrInst>(instruction);
}

// Counts the operations of a side, one per vector element; too many where one is not cheap or cannot be speculated.
unsigned operations_of(const llvm::BasicBlock& side) {
  unsigned count = 0;
  for (const llvm::Instruction& instruction : side) {
    if (instruction.isTerminator()) continue;
    const bool is_double = instruction.getType()->getScalarType()->isDoubleTy();
    if (is_double || !is_quick(instruction) || !llvm::isSafeToSpeculativelyExecute(&instruction))
      return k_most_operations + 1;
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    count += vector == nullptr ? 1 : vector->getNumElements();
  }
  return count;
}

// Returns the block where both sides of the branch join, or null. A side may be that block itself.
llvm::BasicBlock* merge_block_of(const llvm::BranchInst& branch) {
  const auto behind = [&](llvm::BasicBlock* side) {
    const bool is_side = side->getSinglePredecessor() == branch.getParent() && !side->hasAddressTaken();
    return is_side ? side->getSingleSuccessor() : nullptr;
  };
  llvm::BasicBlock* left = branch.getSuccessor(0);
  llvm::BasicBlock* right = branch.getSuccessor(1);
  if (left == right || left == branch.getParent() || right == branch.getParent()) return nullptr;
  if (behind(left) == right) return right;
  if (behind(right) == left || (behind(left) != nullptr && behind(left) == behind(right))) return behind(right);
  return nullptr;
}

void move_before(llvm::BranchInst& branch, llvm::BasicBlock& side) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(side)) {
    if (instruction.isTerminator()) continue;
    instruction.moveBefore(branch.getIterator());
    instruction.dropUBImplyingAttrsAndMetadata();
  }
}

// Keeps the loop metadata of a latch's branch.
void keep_loop_hints(llvm::Instruction& jump, const llvm::Instruction& earlier) {
  llvm::MDNode* hints = earlier.getMetadata(llvm::LLVMContext::MD_loop);
  if (hints != nullptr) jump.setMetadata(llvm::LLVMContext::MD_loop, hints);
}

bool convert_to_selects(llvm::BranchInst& branch) {
  llvm::BasicBlock* merge = merge_block_of(branch);
  llvm::BasicBlock* start = branch.getParent();
  if (merge == nullptr || merge == start || !llvm::isa<llvm::PHINode>(merge->front())) return false;
  const auto count = [&](const llvm::BasicBlock* side) { return side == merge ? 0 : operations_of(*side); };
  if (count(branch.getSuccessor(0)) + count(branch.getSuccessor(1)) > k_most_operations) return false;
  llvm::IRBuilder<> builder(&branch);
  const std::array<llvm::BasicBlock*, 2> sides{branch.getSuccessor(0), branch.getSuccessor(1)};
  for (llvm::BasicBlock* side : sides) {
    if (side != merge) move_before(branch, *side);
  }
  for (llvm::PHINode& phi : merge->phis()) {
    std::array<llvm::Value*, 2> values{};
    for (unsigned i = 0; i < sides.size(); ++i) {
      values[i] = phi.removeIncomingValue(sides[i] == merge ? start : sides[i], /*DeletePHIIfEmpty=*/false);
    }
    const bool is_same = values[0] == values[1];
    phi.addIncoming(is_same ? values[0] : builder.CreateSelect(branch.getCondition(), values[0], values[1]), start);
  }
  llvm::BranchInst* jump = builder.CreateBr(merge);
  keep_loop_hints(*jump, branch);
  for (llvm::BasicBlock* side : sides) {
    if (side != merge) keep_loop_hints(*jump, *side->getTerminator());
  }
  branch.eraseFromParent();
  for (llvm::BasicBlock* side : sides) {
    if (side != merge) side->eraseFromParent();
  }
  llvm::MergeBlockIntoPredecessor(merge);
  return true;
}

// Speculates a side of one or two operations: computes it before the branch, which then leads to the side's successor.
// Leaves sides that join.
bool speculate_short_side(llvm::BranchInst& branch) {
  llvm::BasicBlock* start = branch.getParent();
  for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
    llvm::BasicBlock* side = branch.getSuccessor(i);
    llvm::BasicBlock* next = side->getSingleSuccessor();
    if (side->getSinglePredecessor() != start || next == nullptr || side->hasAddressTaken()) continue;
    if (next == branch.getSuccessor(1 - i)->getSingleSuccessor()) continue;
    if (next == start || next == side || llvm::is_contained(llvm::successors(start), next)) continue;
    const bool has_hints = side->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop) != nullptr;
    if (has_hints || operations_of(*side) > k_most_speculated) continue;
    move_before(branch, *side);
    next->replacePhiUsesWith(side, start);
    branch.setSuccessor(i, next);
    side->eraseFromParent();
    return true;
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses SelectShortBranches::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  bool has_changed = false;
  bool changes = true;
  while (changes) {
    changes = false;
    std::vector<llvm::WeakVH> ends;
    for (llvm::BasicBlock& block : function) ends.emplace_back(block.getTerminator());
    for (llvm::WeakVH& end : ends) {
      auto* branch = llvm::dyn_cast_or_null<llvm::BranchInst>(static_cast<llvm::Value*>(end));
      if (branch == nullptr || !branch->isConditional()) continue;
      if (!convert_to_selects(*branch) && !speculate_short_side(*branch)) continue;
      changes = has_changed = true;
    }
  }
  return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker

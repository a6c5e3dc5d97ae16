#include "worker/passes/nvptx_restore_neighbour_sums.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

namespace clc::worker {
namespace {

// Returns the mask of an `x & mask` that clears only the bits of `last`, by the known bits of x; null if there is none.
const llvm::APInt* mask_of_first(const llvm::Value& x, const llvm::APInt& last, const llvm::DataLayout& layout) {
  using namespace llvm::PatternMatch;
  const llvm::APInt possible = ~llvm::computeKnownBits(&x, layout).Zero;
  for (const llvm::User* user : x.users()) {
    const llvm::APInt* mask = nullptr;
    if (!match(user, m_And(m_Specific(&x), m_APInt(mask))) || mask->intersects(last)) continue;
    if (possible.isSubsetOf(*mask | last)) return mask;
  }
  return nullptr;
}

void rewrite_as_disjoint(llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  llvm::Value* x = nullptr;
  const llvm::APInt* last = nullptr;
  if (!match(&instruction, m_Or(m_Value(x), m_APInt(last))) || llvm::isa<llvm::Constant>(x)) return;
  if (llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return;
  const llvm::APInt* mask = mask_of_first(*x, *last, instruction.getDataLayout());
  if (mask == nullptr) return;
  llvm::IRBuilder<> builder(&instruction);
  instruction.setOperand(0, builder.CreateAnd(x, *mask));
  llvm::cast<llvm::PossiblyDisjointInst>(instruction).setIsDisjoint(true);
}

}  // namespace

llvm::PreservedAnalyses NvptxRestoreNeighbourSums::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) rewrite_as_disjoint(instruction);
  return blocks_preserved();
}

}  // namespace clc::worker

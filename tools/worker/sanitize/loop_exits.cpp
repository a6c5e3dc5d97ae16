#include "worker/sanitize/loop_exits.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// Lets the last case take what no case takes, which never happens.
void drop_unreachable_default(llvm::SwitchInst& choice) {
  llvm::BasicBlock* never = choice.getDefaultDest();
  if (choice.getNumCases() == 0 || !llvm::isa<llvm::UnreachableInst>(never->front())) return;
  const auto last = std::prev(choice.case_end());
  choice.setDefaultDest(last->getCaseSuccessor());
  choice.removeCase(last);
}

// Returns whether a phi had one value.
bool drop_equal_phis(llvm::BasicBlock& block) {
  bool has_changed = false;
  for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
    llvm::Value* value = phi.hasConstantValue();
    if (value == nullptr || llvm::isa<llvm::UndefValue>(value)) continue;
    phi.replaceAllUsesWith(value);
    phi.eraseFromParent();
    has_changed = true;
  }
  return has_changed;
}

}  // namespace

void clear_loop_exits(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) drop_unreachable_default(*choice);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (llvm::BasicBlock& block : function) has_changed |= drop_equal_phis(block);
  }
}

}  // namespace clc::worker

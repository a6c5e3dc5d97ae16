// Blocks of a function that some work-items of a group reach and others do not.
#pragma once

#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Function.h>

namespace clc::worker {

// A guess for the sake of speed: nothing may be wrong where it is.
class Divergence {
 public:
  explicit Divergence(llvm::Function& function);

  // A work-item's number, whole or in its group.
  static bool is_id(const llvm::Value& value);

  llvm::Function& function() const { return function_; }

  // True for a value that is not the same for all work-items.
  bool differs(const llvm::Value& value) const { return differing_.contains(&value); }

  // True in a branch, or a loop, that work-items leave apart.
  bool is_apart(const llvm::Instruction& instruction) const { return apart_.contains(instruction.getParent()); }

 private:
  void mark(llvm::Value& value);
  void mark_variables(llvm::Instruction& instruction);
  void part_at(const llvm::Instruction& branch);

  llvm::Function& function_;
  llvm::PostDominatorTree post_dominators_;
  std::vector<llvm::Value*> marked_;                     // whose users have not been looked at
  llvm::SmallPtrSet<const llvm::Value*, 32> differing_;  // values
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> apart_;
};

}  // namespace clc::worker

// The stretches of a kernel between barriers: accesses of two items race only within one.
#pragma once

#include <map>

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace clc::worker {

class BarrierIntervals {
 public:
  // `is_barrier`: all items of a group reach it, and the same one.
  BarrierIntervals(llvm::Function& kernel, llvm::function_ref<bool(const llvm::Instruction&)> is_barrier);

  // True where one item may execute `one` after the same barrier as another item `other`.
  bool share(const llvm::Instruction& one, const llvm::Instruction& other) const;

 private:
  llvm::BitVector last_before(const llvm::Instruction& at) const;

  std::map<const llvm::Instruction*, unsigned> barriers_;      // by number; 0 is the beginning of the kernel
  std::map<const llvm::BasicBlock*, llvm::BitVector> before_;  // the barriers that may be the last before a block
};

}  // namespace clc::worker

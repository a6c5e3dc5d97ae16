// Passes of LLVM whose time grows with the square of a block's length.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// While it lives, the code generator leaves out straight-line strength reduction if a block of the module computes
// thousands of addresses: the pass compares each with those before it, which takes minutes for 5 000.
class LongBlocks {
 public:
  explicit LongBlocks(llvm::Module& module);
  ~LongBlocks();
  LongBlocks(const LongBlocks&) = delete;
  LongBlocks& operator=(const LongBlocks&) = delete;

 private:
  llvm::LLVMContext* changed_ = nullptr;  // null: nothing is left out
};

}  // namespace clc::worker

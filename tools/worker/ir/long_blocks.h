// Workaround for passes of LLVM whose time grows with the square of a block's length.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Disables straight-line strength reduction in the code generator, as long as the object lives, if a block of the
// module computes 1 500 addresses or more: the pass compares each with all before it, which takes minutes for 5 000.
class LongBlocks {
 public:
  explicit LongBlocks(llvm::Module& module);
  ~LongBlocks();
  LongBlocks(const LongBlocks&) = delete;
  LongBlocks& operator=(const LongBlocks&) = delete;

 private:
  llvm::LLVMContext* changed_ = nullptr;  // null: no pass is disabled
};

}  // namespace clc::worker

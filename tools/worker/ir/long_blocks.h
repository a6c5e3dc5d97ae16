// Workaround for passes of LLVM whose time grows with the square of a block's length.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Disables straight-line strength reduction and n-ary reassociation in the code generator, as long as the object lives,
// if a block of the module computes 1 500 addresses or 300 sums of integers: the passes look for each among those
// before it, and the first takes minutes for 5 000 addresses. Blocks with so many sums are those of hashes and ciphers,
// where they find nothing, and take a quarter of the whole time.
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

// Workaround for passes of LLVM whose time grows with the square of the code's length.
#pragma once

#include <string>

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>

namespace clc::worker {

// Disables straight-line strength reduction and n-ary reassociation in the code generator, as long as the object lives,
// for functions that compute 1 500 addresses or 300 sums of integers in a row, in one block or in blocks that dominate
// each other: the passes look for each among those before it, and the first takes minutes for 5 000 addresses.
// Functions with so many sums are hashes and ciphers, where they find nothing, and take a quarter of the whole time.
class LongBlocks final : public llvm::OptPassGate {
 public:
  explicit LongBlocks(llvm::Module& module);
  ~LongBlocks() override;
  LongBlocks(const LongBlocks&) = delete;
  LongBlocks& operator=(const LongBlocks&) = delete;

  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef place) const override;
  bool isEnabled() const override { return true; }

 private:
  llvm::LLVMContext& context_;
  llvm::StringSet<> places_;  // of functions, in the words of the pass manager
};

}  // namespace clc::worker

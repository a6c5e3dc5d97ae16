// Workaround for passes of LLVM whose time grows with the square of the code's length.
#pragma once

#include <string>

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>

namespace clc::worker {

// Disables straight-line strength reduction and n-ary reassociation in the code generator, as long as the object lives,
// for functions that compute 1 500 addresses or 300 sums of integers in a row, in one block and those that dominate it:
// the passes look for each among those before it in such a row, and the first takes minutes for 5 000 addresses. Rows
// beside each other, as the cases of a switch, cost as much as each does, so that the time of functions that keep the
// passes grows as their length does.
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

// Writes calls of the library of checks (checks.cl) into a kernel, and the table of places that the calls name.
#pragma once

#include <string>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "clc/internal/check_table.h"

namespace clc::worker {

// One thing that is checked at a place.
struct Checked {
  Check check;
  const char* what;
  std::uint64_t bytes = 0;
  const char* space = "";
  std::string object = {};
};

class CheckWriter {
 public:
  // Splits the entry block, so that values of the whole kernel have a place before its end. The last argument of the
  // kernel is the hidden one.
  CheckWriter(llvm::Function& kernel, CheckedKernel& table);

  // The number of a new place.
  llvm::Value* place(const llvm::Instruction& at, const Checked& checked);
  // Calls a function of the library; what the item knows of itself is its first argument.
  llvm::CallInst* call(llvm::IRBuilder<>& builder, const char* function, llvm::ArrayRef<llvm::Value*> arguments);
  // Reports two values of 64 bits before `at`, where `is_wrong`.
  void report_if(llvm::Value* is_wrong, llvm::Instruction& at, const Checked& checked, llvm::Value* first,
                 llvm::Value* second);
  // Executes `at` only where `is_right`. Its result is 0 elsewhere.
  static void guard(llvm::Instruction& at, llvm::Value* is_right);
  // Lets items end behind a report where the launch asks for it. Not for kernels whose items wait for each other.
  void let_items_end() { items_end_ = true; }
  void not_checked(const llvm::Instruction& at, const std::string& what);

  llvm::IRBuilder<> prologue() { return llvm::IRBuilder<>(kernel_.getEntryBlock().getTerminator()); }

 private:
  llvm::Function& kernel_;
  CheckedKernel& table_;
  llvm::Value* state_ = nullptr;
  bool items_end_ = false;
  llvm::BasicBlock* end_ = nullptr;  // of items that end, made when the first one needs it
};

// Calls of read_image and write_image whose coordinates must lie in the image.
void check_image(llvm::CallBase& call, CheckWriter& writer);

}  // namespace clc::worker

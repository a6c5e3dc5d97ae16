// Loops whose accesses are checked once, before them.
#pragma once

#include <optional>
#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace clc::worker {

// An access of `bytes` bytes of one object, whose place is to be proven; without a pointer it need not be. Base, size
// and shadow are values of 64 bits that exist in the whole function.
struct LoopAccess {
  llvm::Value* pointer = nullptr;
  std::uint64_t bytes = 0;
  llvm::Value *base = nullptr, *size = nullptr;
  llvm::Value* shadow = nullptr;  // not null: the access needs a check where it is one
};

// The accesses of an instruction that have checks; nothing where one of them is no LoopAccess.
using LoopAccesses = llvm::function_ref<std::optional<std::vector<LoopAccess>>(llvm::Instruction& at)>;

// Copies each loop, with those in it, whose accesses lie within their objects where the first and the last of each do,
// and have no shadow: the copy, which needs no checks, runs in its place where a comparison before it finds that. Loops
// are to be in the form of loop-rotate and lcssa. Those in which items wait for each other stay alone.
void copy_checked_loops(llvm::Function& kernel, LoopAccesses accesses_of);

}  // namespace clc::worker

// Numbers of work-items as drivers understand them that compile a kernel for several work-items at a time.
#pragma once

#include <llvm/IR/Function.h>

namespace clc::worker {

// Widens numbers of work-items that were narrowed, such as `int i = get_global_id(0)`, so that Intel's driver for CPUs
// sees that neighbours have neighbouring indices: else it gathers one by one what lies side by side.
void widen_ids(llvm::Function& function);

// Writes products of 24 bits, and sums with them, as such where neighbouring work-items have neighbouring numbers: the
// driver for CPUs has an operation for them that it knows nothing of.
void multiply_whole(llvm::Function& function);

}  // namespace clc::worker

// Atomic operations on generic pointers, which drivers refuse to build.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Makes a branch of each, to an operation on local memory and one on global memory. On a variable of the work-item,
// which no other sees, it becomes a read and a write.
void branch_at_generic_atomics(llvm::Module& module);

}  // namespace clc::worker

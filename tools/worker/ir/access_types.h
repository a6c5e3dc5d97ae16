// The types that LLVM takes accesses to memory to mean (!tbaa).
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// LLVM then no longer takes accesses of different types for accesses to different memory.
void drop_access_types(llvm::Module& module);

}  // namespace clc::worker

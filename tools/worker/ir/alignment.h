// Alignment of memory that kernels declare as small elements and access as large ones.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Aligns arrays and structs that the module defines to 16 bytes, or to what fits into smaller ones.
void align_aggregates(llvm::Module& module);

// Has drivers align the local memory of the kernels' arguments to 16 bytes. A driver aligns to what is declared, and
// `local uchar*` is often accessed as words or vectors.
void align_local_arguments(llvm::Module& module);

}  // namespace clc::worker

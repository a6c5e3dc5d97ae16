// Structs as arguments of kernels. A kernel, as Clang writes it, hands its structs to the function with its body, which
// gets a copy of each. Where that copy is only read, the kernel reads the struct where the driver puts it.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// To be called on what Clang wrote: marks the structs that kernels only hand on as constant.
void mark_structs_as_constant(llvm::Module& module);

// To be called after inlining: takes the originals for copies that are only read. True when there were any.
bool read_structs_in_place(llvm::Module& module);

}  // namespace clc::worker

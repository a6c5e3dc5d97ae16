// Constants, in a form that LLVM 22's SPIR-V backend writes right.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Computes the numbers and vectors that are operands of an instruction. Where nothing is optimised, `as_uchar2` of a
// constant is left as a cast of a vector of one short, which has no type in SPIR-V: LLVM's backend dies of it.
void compute_constants(llvm::Module& module);

// Fills memory with a byte by a copy of a constant array of it, as the backend does; but that reads the byte from
// anywhere where the function has the same constant elsewhere, and fills with what it finds.
void copy_fills(llvm::Module& module);

}  // namespace clc::worker

// Constants, in a form that LLVM 22's SPIR-V backend writes right.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Computes the numbers and vectors that are operands of an instruction. Where nothing is optimised, `as_uchar2` of a
// constant is left as a cast of a vector of one short, which has no type in SPIR-V: LLVM's backend dies of it.
void compute_constants(llvm::Module& module);

// Writes tables of more than 32 768 elements as bytes in pieces: an OpConstantComposite has at most 65 532 members, and
// for longer ones the backend dies, because it wants an extension that no driver has (SPV_INTEL_long_composites).
//   constant int table[65536] = {1, 2, ...};
//   [65536 x i32]  becomes  { [32768 x i8], [32768 x i8], ... }, at the same addresses
// With addresses among the elements, the pieces are of these.
void split_long_tables(llvm::Module& module);

// Fills memory with a byte by a copy of a constant array of it, as the backend does; but that reads the byte from
// anywhere where the function has the same constant elsewhere, and fills with what it finds.
void copy_fills(llvm::Module& module);

}  // namespace clc::worker

// Structs as arguments. A kernel, as Clang writes it, hands its structs to the function with its body, which
// gets a copy of each. Where that copy is only read, the kernel reads the struct where the driver puts it.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Makes arrays of integers of structs that are handed over or returned by value and have padding: Clang returns a
// struct field by field, LLVM's NVPTX backend copies an argument so, and a union is the struct of one of its members
// for both. What another member has in the padding of that one is lost: `byval({i64, i8})` becomes `byval([2 x i64])`,
// and what returns {i64, i8} returns [2 x i64]. It can go when Clang makes bytes of unions. (Public reports: llvm
// 53710, 107239.)
void pass_padding(llvm::Module& module);

// To be called on what Clang wrote: marks the structs that kernels only hand on as constant.
void mark_structs_as_constant(llvm::Module& module);

// To be called after inlining: takes the originals for copies that are only read. True when there were any.
bool read_structs_in_place(llvm::Module& module);

}  // namespace clc::worker

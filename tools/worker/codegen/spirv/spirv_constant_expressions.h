// Constants that are computed of others.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Computes the numbers and vectors that are operands of an instruction. Where nothing is optimised, `as_uchar2` of a
// constant is left as a cast of a vector of one short, which has no type in SPIR-V: LLVM's backend dies of it.
void compute_constants(llvm::Module& module);

}  // namespace clc::worker

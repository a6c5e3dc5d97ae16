// Products of integers.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Multiplies and adds where LLVM factored: what it writes as `a * (b + 1)`, `a * b + a`, is one instruction on the
// chip.
void multiply_and_add(llvm::Module& module);

}  // namespace clc::worker

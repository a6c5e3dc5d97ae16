// Indices of neighbours. LLVM writes the last of `4 * (x / 4) + 0` to `+ 3` as `x | 3`, and the code generator does not
// see any longer that it lies beside the other three, so that it loads these as a vector and that one by itself.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Makes `x | 3` the sum `(x & ~3) + 3` where the module has `x & ~3`.
void count_from_first_neighbour(llvm::Module& module);

}  // namespace clc::worker

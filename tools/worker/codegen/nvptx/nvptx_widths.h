// Widths of integers.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Computes in 32 bits what LLVM narrowed to 8 or 16 though it cuts numbers off first and widens the result: the chip
// has no shorter arithmetic, and ptxas writes instructions more for registers of 16 bits. So `(sum ^ byte) & 255` is
// what the source says again.
void widen_narrowed(llvm::Module& module);

// Chooses between a long and its negative by the upper half. PTX has `abs.s64`, of which ptxas takes the result for
// never negative, and drops what asks whether it is; that of the least long is.
void expand_magnitudes_of_longs(llvm::Module& module);

}  // namespace clc::worker

// Widths of integers.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Computes in 32 bits what LLVM narrowed to 8 or 16 though it cuts numbers off first and widens the result: the chip
// has no shorter arithmetic, and ptxas writes instructions more for registers of 16 bits. So `(sum ^ byte) & 255` is
// what the source says again.
void widen_narrowed(llvm::Module& module);

// Computes `abs` of longs and shorts without PTX's instructions for them, whose results ptxas takes for never negative:
// that of the least number is. It chooses between a long and its negative by the upper half, and computes those of
// shorts in 32 bits.
void expand_magnitudes(llvm::Module& module);

}  // namespace clc::worker

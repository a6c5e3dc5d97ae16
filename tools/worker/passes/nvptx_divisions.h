// Divisions, and square roots of floats.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace clc::worker {

using Functions = llvm::SmallPtrSet<const llvm::Function*, 32>;

Functions defined_in(const llvm::Module& module);

// Lets no function but those of `source` divide less exactly: the bounds of the builtin library's errors rest on exact
// divisions, though Clang notes there, too, that they need not be.
void divide_exactly_but_in(const Functions& source, llvm::Module& module);

// Takes the chip's shorter divisions where their error is allowed, which Clang notes at each division: none is with
// -cl-fp32-correctly-rounded-divide-sqrt.
// Roots, which the builtin library chooses by that option, are shortened where denormal numbers may be zero.
void shorten_divisions_and_roots(llvm::Module& module);

// Divides integers of 8 and 16 bits in 32. For those of 16 ptxas calls a function, also in a loop where the divisor
// stays; of 32 it moves the reciprocal out of the loop. LLVM narrows divisions where it knows the range, as that of
// group sizes.
void widen_divisions(llvm::Module& module);

}  // namespace clc::worker

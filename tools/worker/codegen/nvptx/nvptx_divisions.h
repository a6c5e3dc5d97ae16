// Divisions of floats, and square roots.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Takes the chip's shorter divisions where the source allows their error, which Clang notes at each division: with
// -cl-fp32-correctly-rounded-divide-sqrt, and in the builtin library, none does.
// Roots, which the builtin library chooses by that option, are shortened where denormal numbers may be zero.
void shorten_divisions_and_roots(llvm::Module& module);

}  // namespace clc::worker

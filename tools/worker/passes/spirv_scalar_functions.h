// Finds the builtin of scalars that computes an element of a builtin of vectors.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

constexpr unsigned k_longest_of_functions = 4;

// True for a call of a builtin of vectors of two to `k_longest_of_functions` elements that has one of scalars.
bool has_scalar_function(const llvm::CallInst& call);

// Declares the builtin of scalars in the module; null if the module declares another function by its name.
llvm::Function* scalar_function(llvm::CallInst& call);

}  // namespace clc::worker

// Builtins of scalars that compute an element of a builtin of vectors.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

constexpr unsigned k_longest_of_functions = 4;

// True for a call of a builtin of two to `k_longest_of_functions` elements that has such a builtin.
bool has_scalar_function(const llvm::CallInst& call);

// The builtin of scalars, declared in the module; null where the module declares another one by its name.
llvm::Function* scalar_function(llvm::CallInst& call);

}  // namespace clc::worker

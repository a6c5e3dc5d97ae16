// OpenCL's functions of numbers that compute the elements of those of vectors.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

constexpr unsigned k_longest_of_functions = 4;

// True for a call that a function of numbers computes each element of, with up to `k_longest_of_functions` of them.
bool has_scalar_function(const llvm::CallInst& call);

// The scalar function, or null where the module declares another one by its name.
llvm::Function* scalar_function(llvm::CallInst& call);

}  // namespace clc::worker

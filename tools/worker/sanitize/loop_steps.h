// Steps of loops that may miss their end.
#pragma once

#include <llvm/IR/Function.h>

namespace clc::worker {

// A loop that ends where its variable equals a number goes on behind that number, round all numbers, when its steps do
// not meet it. The language calls that undefined, so analyses believe that the steps meet it, and proofs would rest on
// the fault that they should find. Takes from the arithmetic of such loops what says that it never wraps around.
void doubt_loop_steps(llvm::Function& kernel);

}  // namespace clc::worker

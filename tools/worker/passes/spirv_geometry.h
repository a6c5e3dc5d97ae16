// Expands OpenCL's geometric functions of short vectors to operations on their elements.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

// True for `dot`, `cross`, `length`, `distance`, `normalize` and their fast_ variants, of two to four elements of float
// or double.
bool is_geometric(const llvm::CallInst& call);

// Replaces the call by operations on scalars, within the error bounds of OpenCL C 3.0, 7.4. Vectors are scaled so that
// their squares neither overflow nor underflow.
void expand_geometric(llvm::CallInst& call);

}  // namespace clc::worker

// OpenCL's geometric functions of short vectors, by elements.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

// True for `dot`, `cross`, and lengths, distances and normal vectors of two to four elements of float or double.
bool is_geometric(const llvm::CallInst& call);

// Computes what a geometric function does with numbers only, and within the errors of OpenCL C 3.0, 7.4. Squares of
// the largest and of the smallest numbers are scaled.
void expand_geometric(llvm::CallInst& call);

}  // namespace clc::worker

// Kernels with other parameters.
#pragma once

#include <vector>

#include <llvm/IR/Function.h>

namespace clc::worker {

// Moves the body, the name and the attributes of a kernel to a new one with these parameters, of which the first ones
// stand for those of the old one. The caller replaces the uses of those, and erases the old kernel.
llvm::Function& with_parameters(llvm::Function& kernel, const std::vector<llvm::Type*>& types);

}  // namespace clc::worker

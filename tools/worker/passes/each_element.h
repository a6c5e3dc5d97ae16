// Computes values element by element of a vector.
#pragma once

#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

using Arguments = llvm::SmallVector<llvm::Value*, 3>;

// Calls `make` for each element of `type` and returns the vector of its results; calls it once for a scalar type.
// Scalar arguments are the same for all elements.
llvm::Value* by_elements(llvm::IRBuilder<>& builder, const llvm::Type* type, const Arguments& arguments,
                         llvm::function_ref<llvm::Value*(const Arguments&)> make);

// Extracts each element of a vector.
std::vector<llvm::Value*> elements_in(llvm::IRBuilder<>& builder, llvm::Value* vector);

}  // namespace clc::worker

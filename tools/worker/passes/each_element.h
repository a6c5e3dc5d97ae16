// Values that are computed for each element of a vector.
#pragma once

#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

using Arguments = llvm::SmallVector<llvm::Value*, 3>;

// Makes a value of each element's arguments, and a vector of these values where `type` is a vector.
llvm::Value* by_elements(llvm::IRBuilder<>& builder, const llvm::Type* type, const Arguments& arguments,
                         llvm::function_ref<llvm::Value*(const Arguments&)> make);

// Extracts each element of a vector.
std::vector<llvm::Value*> elements_in(llvm::IRBuilder<>& builder, llvm::Value* vector);

}  // namespace clc::worker

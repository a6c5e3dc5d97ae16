// Calls of OpenCL's functions that only compute.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

// Calls a function by its mangled name, and declares it where the module does not yet.
llvm::CallInst* call_computing(llvm::IRBuilder<>& builder, llvm::StringRef mangled, llvm::Type& result,
                               llvm::ArrayRef<llvm::Value*> arguments);

// Calls OpenCL's `mad` of two factors and what is added to their product, by its mangled name.
llvm::Value* call_mad(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace clc::worker

// Calls of OpenCL's builtins that access no memory.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

// Calls a builtin by its mangled name, and declares it if the module does not yet.
llvm::CallInst* call_pure_builtin(llvm::IRBuilder<>& builder, llvm::StringRef mangled, llvm::Type& result,
                                  llvm::ArrayRef<llvm::Value*> arguments);

// Calls a builtin of floating-point numbers of the first one's type, which a scalar after it becomes a vector of.
llvm::CallInst* call_of_one_type(llvm::IRBuilder<>& builder, llvm::StringRef name,
                                 llvm::ArrayRef<llvm::Value*> arguments);

// Calls OpenCL's `mad` of two factors and an addend.
llvm::Value* call_mad(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace clc::worker

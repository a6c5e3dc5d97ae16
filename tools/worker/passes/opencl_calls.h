// Calls of OpenCL's functions that passes add.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

// Calls a function of OpenCL by its mangled name.
llvm::Value* call_opencl(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments);

// The answer of such a function (get_local_id, for instance) for a dimension, in 32 bits.
llvm::Value* of_dimension(llvm::IRBuilder<>& builder, llvm::StringRef name, unsigned dimension);

}  // namespace clc::worker

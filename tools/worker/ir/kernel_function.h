// Tells kernels from other functions.
#pragma once

#include <llvm/IR/Function.h>

namespace clc::worker {

inline bool is_kernel(const llvm::Function& function) {
  switch (function.getCallingConv()) {
    case llvm::CallingConv::SPIR_KERNEL:
    case llvm::CallingConv::PTX_Kernel:
    case llvm::CallingConv::AMDGPU_KERNEL:
      return true;
    default:
      return false;
  }
}

// True for the function to which Clang moves a kernel's body; the kernel itself only calls it.
inline bool is_body_of_kernel(const llvm::Function& function) {
  return function.getName().starts_with("__clang_ocl_kern_imp_");
}

}  // namespace clc::worker

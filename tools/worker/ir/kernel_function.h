// Tells kernels from other functions.
#pragma once

#include <vector>

#include <llvm/IR/Module.h>

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

// The kernels that have a body; they may be replaced while the list is read.
inline std::vector<llvm::Function*> kernels_of(llvm::Module& module) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (is_kernel(function) && !function.isDeclaration()) kernels.push_back(&function);
  }
  return kernels;
}

// The beginning of the name of a function to which Clang moves a kernel's body; the kernel itself only calls it.
inline constexpr llvm::StringLiteral k_body_of_kernel = "__clang_ocl_kern_imp_";

inline bool is_body_of_kernel(const llvm::Function& function) {
  return function.getName().starts_with(k_body_of_kernel);
}

}  // namespace clc::worker

// Which functions of a module are kernels.
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

}  // namespace clc::worker

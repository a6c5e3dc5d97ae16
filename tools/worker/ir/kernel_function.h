// Tells kernels from other functions, and the sizes of work-groups that they require.
#pragma once

#include <cstdint>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
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

// The sizes that reqd_work_group_size gives; none where it is not there.
inline std::vector<std::uint64_t> required_group_size(const llvm::Function& kernel) {
  std::vector<std::uint64_t> sizes;
  const llvm::MDNode* node = kernel.getMetadata("reqd_work_group_size");
  if (node == nullptr) return sizes;
  for (const llvm::MDOperand& size : node->operands())
    sizes.push_back(llvm::mdconst::extract<llvm::ConstantInt>(size)->getZExtValue());
  return sizes;
}

// The work-items of such a group; 0 where no size is required.
inline std::uint64_t required_group_items(const llvm::Function& kernel) {
  const std::vector<std::uint64_t> sizes = required_group_size(kernel);
  std::uint64_t items = sizes.empty() ? 0 : 1;
  for (const std::uint64_t size : sizes) items *= size;
  return items;
}

// The beginning of the name of a function to which Clang moves a kernel's body; the kernel itself only calls it.
inline constexpr llvm::StringLiteral k_body_of_kernel = "__clang_ocl_kern_imp_";

inline bool is_body_of_kernel(const llvm::Function& function) {
  return function.getName().starts_with(k_body_of_kernel);
}

}  // namespace clc::worker

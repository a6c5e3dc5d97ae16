// Replaces a kernel's pointers to images and samplers by the opaque parameters of NVIDIA's OpenCL driver (.texref,
// .surfref, .samplerref), and the handles and "clc.nvvm.…" functions of builtins/nvptx_images.cl by LLVM's intrinsics.
// The kernel's metadata tells which arguments are images or samplers. An image that is not a kernel's own parameter is
// reported (k_compile). It runs after the optimiser.
//   ptr addrspace(1) %image   becomes   i64 %image, annotated as "rdoimage"
#pragma once

#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxLowerImages : public RequiredPass<NvptxLowerImages> {
 public:
  static constexpr const char* k_image_handle = "clc.image";
  static constexpr const char* k_sampler_handle = "clc.sampler";
  static constexpr const char* k_plain_sampler = "clc.sampler.plain";
  static constexpr const char* k_sampler_literal = "__translate_sampler_initializer";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// True for a kernel that takes images or samplers.
bool uses_images(const llvm::Function& kernel);
bool is_sampler(const llvm::Function& kernel, unsigned argument);

std::vector<llvm::CallInst*> calls_named(llvm::Module& module, llvm::StringRef name);

// Replaces a call by one of an intrinsic. `change` gets its result, where four results in a struct are a vector.
void replace_by_intrinsic(llvm::CallInst& call, llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments,
                          llvm::function_ref<llvm::Value*(llvm::Value*, llvm::IRBuilder<>&)> change = nullptr);

}  // namespace clc::worker

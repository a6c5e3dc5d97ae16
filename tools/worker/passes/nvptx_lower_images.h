// Replaces a kernel's pointers to images and samplers by the opaque parameters of NVIDIA's OpenCL driver (.texref,
// .surfref, .samplerref), and the handles and "clc.nvvm.…" functions of builtins/nvptx_images.cl by LLVM's intrinsics.
// The kernel's metadata tells which arguments are images or samplers. An image that is not a kernel's own parameter is
// reported (k_compile). It runs after the optimiser.
//   ptr addrspace(1) %image   becomes   i64 %image, annotated as "rdoimage"
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxLowerImages : public RequiredPass<NvptxLowerImages> {
 public:
  static constexpr const char* k_image_handle = "clc.image";
  static constexpr const char* k_sampler_handle = "clc.sampler";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// True for a kernel that takes images or samplers.
bool uses_images(const llvm::Function& kernel);

}  // namespace clc::worker

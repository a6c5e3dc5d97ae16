// Gives kernels the parameters of NVIDIA's OpenCL driver for images and samplers, which have kinds of their own
// (.texref, .surfref, .samplerref), and turns the handles and "clc.nvvm.…" functions of builtins/nvptx_images.cl into
// LLVM's intrinsics. The kernel's metadata says which arguments these are. An image that is not a kernel's own
// parameter is reported (k_compile). It runs behind the optimiser.
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

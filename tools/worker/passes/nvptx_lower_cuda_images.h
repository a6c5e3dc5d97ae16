// Lowers the handles and "clc.nvvm.…" functions of builtins/nvptx_images.cl for CUDA's driver: an image is the address
// of a CudaImage (base/cuda_image.h) with the texture and surface objects, a sampler an index in its textures. Objects
// are plain numbers, so that an image or sampler may be chosen at run time. It runs before the optimiser.
//   ptr %sampler                        becomes   i32 %sampler
//   clc.nvvm.tex.2d(image, sampler, …)  becomes   llvm.nvvm.tex.unified.2d(load i64 of image->textures[sampler], …)
//   clc.nvvm.txq.width(image)           becomes   load i32 of image->width
// An image1d_t is an array with one layer: a kernel that copies through the 1D textures and surfaces of CUDA's arrays
// without layers leaves zeros (seen on an H200, driver 580.159).
// Textures give components in the order of memory, and 0 for those that are not there: they are swapped for CL_BGRA,
// and the last one is 1 for CL_R and CL_RG (seen on an H200, driver 580.159).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxLowerCudaImages : public RequiredPass<NvptxLowerCudaImages> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Images and samplers for NVIDIA's OpenCL driver: they are parameters of their own kinds (.texref,
// .surfref, .samplerref) that only instructions of the kernel itself can name.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/base/result.h"
#include "clc/package/interface.h"

namespace clc::worker {

bool uses_images(const Interface& interface);

// To be called before the optimiser runs: functions that use images must be inlined into the kernels.
void inline_image_functions(llvm::Module& module);

// To be called after it: gives kernels parameters of the kinds above and turns builtins/nvptx_images.cl's handles and
// "clc.nvvm.…" functions into LLVM's intrinsics. An image that is not a kernel's own parameter is an error.
Result<void> lower_images(llvm::Module& module, const Interface& interface);

}  // namespace clc::worker

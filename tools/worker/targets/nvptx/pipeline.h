// The passes that make of a program's IR what LLVM's NVPTX backend writes as PTX for NVIDIA's OpenCL driver, or for
// CUDA's.
#pragma once

#include "clc/package/target.h"
#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

struct NvptxSettings {
  Target target;
  Language language;
  bool uses_images = false;        // as parameters that only the kernel can name
  bool has_exact_roots = false;    // -cl-fp32-correctly-rounded-divide-sqrt
  bool has_relaxed_maths = false;  // -cl-unsafe-math-optimizations
  unsigned max_registers = 0;      // -cl-nv-maxrregcount; 0: any number
};

// Without images.
NvptxSettings nvptx_settings(const Target& target, const Language& language, const BuildOptions& options);

void add_nvptx_passes(PassList& list, const NvptxSettings& settings, const PipelineHooks& hooks);

}  // namespace clc::worker

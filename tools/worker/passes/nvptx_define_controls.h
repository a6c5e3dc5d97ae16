// Defines the constants by which the builtin library queries the options.
//   @clc_is_relaxed = external constant i8   becomes   @clc_is_relaxed = internal constant i8 1
// Parameters: `exact-roots` (-cl-fp32-correctly-rounded-divide-sqrt), `relaxed` (-cl-unsafe-math-optimizations) and
// `surfaces-of-buffers` (NVIDIA's OpenCL driver makes them, CUDA does not).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxDefineControls : public RequiredPass<NvptxDefineControls> {
 public:
  NvptxDefineControls(bool has_exact_roots, bool is_relaxed, bool has_surfaces_of_buffers)
      : has_exact_roots_(has_exact_roots), is_relaxed_(is_relaxed), has_surfaces_of_buffers_(has_surfaces_of_buffers) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool has_exact_roots_, is_relaxed_, has_surfaces_of_buffers_;
};

}  // namespace clc::worker

// Defines the constants by which the builtin library queries the options.
//   @clc_is_relaxed = external constant i8   becomes   @clc_is_relaxed = internal constant i8 1
// Parameters: `exact-roots` (-cl-fp32-correctly-rounded-divide-sqrt) and `relaxed` (-cl-unsafe-math-optimizations).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxDefineControls : public RequiredPass<NvptxDefineControls> {
 public:
  NvptxDefineControls(bool has_exact_roots, bool is_relaxed)
      : has_exact_roots_(has_exact_roots), is_relaxed_(is_relaxed) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool has_exact_roots_, is_relaxed_;
};

}  // namespace clc::worker

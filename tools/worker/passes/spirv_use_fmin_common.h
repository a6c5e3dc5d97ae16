// Renames `min` and `max` of floating-point numbers to SPIR-V's `fmin_common` and `fmax_common`.
//   declare spir_func float @_Z3minff(float, float)   becomes   declare spir_func float @_Z11fmin_commonff(float,
//   float)
// Repair: LLVM 22's SPIR-V backend writes `fmin` and `fmax`, which look for NaN; they take Intel's CPU driver three
// times as long. Portable: OpenCL says nothing of NaN in `min` and `max` of the common functions.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvUseFminCommon : public RequiredPass<SpirvUseFminCommon> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

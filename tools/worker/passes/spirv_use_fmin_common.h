// Renames `min` and `max` of floating-point numbers to SPIR-V's `fmin_common` and `fmax_common`.
//   call float @_Z3minff(float %a, float %b)   becomes   call float @_Z11fmin_commonff(float %a, float %b)
// Repair: LLVM 22's SPIR-V backend emits `fmin` and `fmax`, which handle NaN and take three times as long on Intel's
// CPU driver. Portable: OpenCL does not define `min` and `max` of NaN.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvUseFminCommon : public RequiredPass<SpirvUseFminCommon> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

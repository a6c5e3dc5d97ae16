// Adds wave size 64 to the target features of functions that list any. Functions of AMD's libraries do, and LLVM uses a
// function's list instead of the machine's: it would compile them for wave size 32, the default from gfx10 on.
//   "target-features"="+dl-insts"   becomes   "target-features"="+dl-insts,-wavefrontsize32,+wavefrontsize64"
// Functions without a list use the machine's. Kernels ask for wave size 64 by intel_reqd_sub_group_size(64)
// (amdgpu_waves.h).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuUseWave64 : public RequiredPass<AmdgpuUseWave64> {
 public:
  static constexpr const char* k_no_narrow_waves = "-wavefrontsize32";
  static constexpr const char* k_wide_waves = "+wavefrontsize64";

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

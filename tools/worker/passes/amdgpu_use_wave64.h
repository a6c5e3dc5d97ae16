// Gives functions the machine's wave size of 64. Functions of AMD's libraries name features of their own, and LLVM
// takes those for a function's: it would compile them for waves of 32, which chips from gfx10 on have by default.
//   "target-features"="+dl-insts"   becomes   "target-features"="+dl-insts,-wavefrontsize32,+wavefrontsize64"
// Functions without features have the machine's. Kernels ask for it by intel_reqd_sub_group_size(64) (amdgpu_waves.h).
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

#include "worker/passes/amdgpu_use_wave64.h"

#include <string>

namespace clc::worker {

llvm::PreservedAnalyses AmdgpuUseWave64::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::Attribute features = function.getFnAttribute("target-features");
  if (!features.isValid()) return llvm::PreservedAnalyses::all();
  function.addFnAttr("target-features",
                     features.getValueAsString().str() + "," + k_no_narrow_waves + "," + k_wide_waves);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

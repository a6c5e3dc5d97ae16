#include "worker/passes/amdgpu_use_features.h"

#include <string>

namespace clc::worker {

llvm::PreservedAnalyses AmdgpuUseFeatures::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::Attribute features = function.getFnAttribute("target-features");
  const std::string machine = machine_.getTargetFeatureString().str();
  if (!features.isValid() || machine.empty()) return llvm::PreservedAnalyses::all();
  function.addFnAttr("target-features", features.getValueAsString().str() + "," + machine);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

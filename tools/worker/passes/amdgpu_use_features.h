// Adds the machine's features to those of functions that list any:
//   "target-features"="+dl-insts"   becomes   "target-features"="+dl-insts,-real-true16"
// Functions of AMD's libraries list some, and LLVM uses a function's list instead of the machine's: it would compile
// them for wave size 32, which is the default from gfx10 on, where a kernel asks for 64 (amdgpu_waves.h); and where
// features differ it does not inline them. Functions without a list use the machine's.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuUseFeatures : public RequiredPass<AmdgpuUseFeatures> {
 public:
  explicit AmdgpuUseFeatures(const llvm::TargetMachine& machine) : machine_(machine) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const llvm::TargetMachine& machine_;
};

}  // namespace clc::worker

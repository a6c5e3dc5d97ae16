// Changes in the middle of AMD's code generators, to LLVM IR or to instructions.
#pragma once

#include <llvm/IR/LegacyPassManager.h>

namespace clc::worker {

// For TargetMachine::addPassesToEmitFile: the passes that it adds, and ours among them.
class AmdgpuPasses final : public llvm::legacy::PassManager {
 public:
  void add(llvm::Pass* pass) override;
};

}  // namespace clc::worker

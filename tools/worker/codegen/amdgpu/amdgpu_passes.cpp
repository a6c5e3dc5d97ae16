#include "worker/codegen/amdgpu/amdgpu_passes.h"

#include "worker/codegen/amdgpu/amdgpu_waits.h"

namespace clc::worker {

void AmdgpuPasses::add(llvm::Pass* pass) {
  if (pass->getPassName() == "SI insert wait instructions") PassManager::add(new KeepWaitsOfLoops());
  PassManager::add(pass);
}

}  // namespace clc::worker

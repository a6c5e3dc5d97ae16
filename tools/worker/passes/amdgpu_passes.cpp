#include "worker/passes/amdgpu_passes.h"

#include "worker/passes/amdgpu_all_bits.h"
#include "worker/passes/amdgpu_bit_tests.h"
#include "worker/passes/amdgpu_branch_values.h"
#include "worker/passes/amdgpu_carries.h"
#include "worker/passes/amdgpu_known_indices.h"
#include "worker/passes/amdgpu_spill_lanes.h"
#include "worker/passes/amdgpu_switches.h"
#include "worker/passes/amdgpu_waits.h"

namespace clc::worker {

void AmdgpuPasses::add(llvm::Pass* pass) {
  if (pass->getPassName() == "Lower SwitchInst's to branches") PassManager::add(new NestSwitches());
  // Behind LLVM's passes that move values between blocks and form sums with carries.
  if (pass->getPassName() == "Structurize control flow") {
    PassManager::add(new KeepCarries());
    PassManager::add(new KeepBranchValues());
  }
  if (pass->getPassName() == "Peephole Optimizations") PassManager::add(new KeepBitTests());
  if (pass->getPassName() == "SI Fold Operands") PassManager::add(new KeepAllBits());
  if (pass->getPassName() == "SI Pre-allocate WWM Registers") PassManager::add(new KeepSpillLanes());
  if (pass->getPassName() == "Post-RA pseudo instruction expansion pass") PassManager::add(new ReadKnownElements());
  if (pass->getPassName() == "SI insert wait instructions") PassManager::add(new KeepWaitsOfLoops());
  PassManager::add(pass);
}

}  // namespace clc::worker

// Splits long blocks for the scheduler behind the register allocator:
//   2 000 instructions           2 000 instructions
//   V_XOR_B32_e32 …              SCHED_BARRIER 0
//                                V_XOR_B32_e32 …
// LLVM 22 looks for each instruction of a region, to the region's end, for one to pair it with (VOPDPairingMutation,
// for chips with VOPD): in blocks of 20 000 instructions, as unrolled ciphers have them, that took a fifth of the whole
// job. SCHED_BARRIER is no instruction of the chip. No public report is known.
#pragma once

#include "worker/passes/machine_pass.h"

namespace clc::worker {

class AmdgpuSplitLongRegions final : public MachinePass<AmdgpuSplitLongRegions> {
 public:
  bool runOnMachineFunction(llvm::MachineFunction& function) override;
};

}  // namespace clc::worker

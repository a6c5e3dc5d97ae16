// Expands llvm.fshl and llvm.fshr to shifts, which compilers of drivers know for a rotation. LLVM also forms these
// calls from shifts in the source. Repair: LLVM 22's SPIR-V backend writes a function that divides by the width, and
// shifts by all of the width where that leaves nothing, which SPIR-V does not define.
//   @llvm.fshl.i32(i32 %x, i32 %x, i32 7)    becomes   %x << 7 | %x >> 25
//   @llvm.fshl.i32(i32 %x, i32 %x, i32 %n)   becomes   %x << (%n & 31) | %x >> (-%n & 31)
//   @llvm.fshl.i32(i32 %x, i32 %y, i32 %n)   becomes   %x << (%n & 31) | (%y >> 1) >> (~%n & 31)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandFunnelShifts : public RequiredPass<SpirvExpandFunnelShifts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

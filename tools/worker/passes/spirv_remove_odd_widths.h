// Replaces truncations to widths that SPIR-V does not have, and truncations that are extended again, by masks and
// shifts: the backend rounds odd widths up without masking, which gives wrong results.
//   zext i5 (trunc i32 %x to i5) to i32   becomes   and i32 %x, 31
//   sext i5 (trunc i32 %x to i5) to i32   becomes   ashr (shl i32 %x, 27), 27
// The caller looks for odd widths that remain, and optimises the module again at a lower level.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRemoveOddWidths : public RequiredPass<SpirvRemoveOddWidths> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

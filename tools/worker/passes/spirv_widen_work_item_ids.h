// Widens a truncated work-item ID once, right after its truncation: a driver turns a truncation with a single use back
// into shifts. In an index, the ID becomes the sum of the widened ID of the group's first work-item and the local ID.
//   %n = trunc i64 %id to i32           %f = sext (trunc (%id - %local)) to i64
//   %w = sext i32 %n to i64   becomes   %w = add i64 %f, %local          (@_Z12get_local_idj)
// The sum is wrong in a group whose IDs wrap from 2^31 - 1 to -2^31, but no array has such indices.
// Tuning for the vectoriser of Intel's CPU driver, which gathers contiguous elements one by one where the index was
// truncated, as in `int i = get_global_id(0)`.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvWidenWorkItemIds : public RequiredPass<SpirvWidenWorkItemIds> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

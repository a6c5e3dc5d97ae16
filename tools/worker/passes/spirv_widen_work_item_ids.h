// Widens work-item IDs that were narrowed, once, where they are narrowed: a driver makes shifts again of a number that
// is narrowed for one use alone. An index gets the widened ID of the group's first work-item and the ID in the group.
//   %n = trunc i64 %id to i32           %f = sext (trunc (%id - %local)) to i64
//   %w = sext i32 %n to i64   becomes   %w = add i64 %f, %local          (@_Z12get_local_idj)
// The sum is not exact in a group whose IDs wrap from 2^31 - 1 to -2^31, which is no index of anything.
// Tuning for the vectoriser of Intel's CPU driver, which gathers one by one what is side by side where an index was
// narrowed, such as `int i = get_global_id(0)`.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvWidenWorkItemIds : public RequiredPass<SpirvWidenWorkItemIds> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Counts in 32 bits where LLVM widened a loop's counter to 64 for the sake of uniform addresses.
//   %k = phi i64 [ 0, %guard ], [ %n, %loop ]              %k = phi i32 [ 0, %guard ], [ %n, %loop ]
//   %a = getelementptr float, ptr %p, i64 %k               %w = zext i32 %k to i64
//   %n = add nuw nsw i64 %k, 1                             %a = getelementptr float, ptr %p, i64 %w
//   %limit = zext i32 %count to i64                        %n = add i32 %k, 1
//   %done = icmp eq i64 %n, %limit                becomes  %done = icmp eq i32 %n, %count
// Portable: Mesa's llvmpipe has a counter in each lane of a vector, where one of 64 bits takes two vectors and its test
// a conversion of the mask: `ray_sphere` takes 1.4 times as long. Indices of divergent addresses stay as they are, as
// Intel's vectoriser for CPUs sees their strides in 64 bits only.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvNarrowCounters : public RequiredPass<SpirvNarrowCounters> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Expands `abs`, `min`, `max` and `clamp` of integers, and LLVM's intrinsics for them, to comparisons and selects,
// `bitselect` to `and` and `or`, `rotate` by a constant to llvm.fshl, which spirv-expand-funnel-shifts expands, and
// `popcount` of a vector to that of its elements.
//   %r = call i32 @_Z3minii(i32 %a, i32 %b)   becomes   %c = icmp slt i32 %a, %b   %r = select i1 %c, i32 %a, i32 %b
// Portable: GPUs' compilers find a `min` in both forms. PoCL inlines no builtin into a kernel from SPIR-V (see
// spirv-write-out-builtins), and the vectoriser of Intel's CPU driver takes the result of a call as divergent, and so
// the exit of a loop that it bounds. With `tuned`, for that driver, only scalars are expanded, and no functions of bits
// but `mul24` and `mad24`, to products and sums; elsewhere a native `mul24` would be lost.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvExpandIntegerFunctions : public RequiredPass<SpirvExpandIntegerFunctions> {
 public:
  explicit SpirvExpandIntegerFunctions(bool is_tuned) : is_tuned_(is_tuned) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool is_tuned_;
};

}  // namespace clc::worker

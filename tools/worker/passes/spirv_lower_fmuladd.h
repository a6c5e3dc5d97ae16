// Lowers llvm.fmuladd to a product and a sum, which a driver may contract, or, in a function with "contraction-off", to
// OpenCL's `mad`, which is one fused operation or two, whichever is faster. Repair: LLVM 22's SPIR-V backend writes
// `fma`, which must be fused, so that devices without a fast one compute it in software.
//   %r = call float @llvm.fmuladd.f32(%a, %b, %c)   becomes   %p = fmul float %a, %b   %r = fadd float %p, %c
// Portable: Intel's compiler for GPUs makes a `mad` of either; PoCL and Mesa contract neither, and PoCL inlines no
// `mad` (see spirv-write-out-builtins). With `tuned`, for Intel's CPU driver, which does not contract, fmuladd becomes
// `mad` elsewhere, too, but in divergent blocks, where that driver calls it under a mask, and of vectors of up to four
// elements that are scattered in memory. `mad` of other vectors of up to four is lowered element by element, for which
// the driver has fast code. Longer vectors stay vectors, and so do all in a function with more than 32 fmuladds of
// vectors, such as a kernel that keeps blocks in registers.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerFmuladd : public RequiredPass<SpirvLowerFmuladd> {
 public:
  explicit SpirvLowerFmuladd(bool is_tuned) : is_tuned_(is_tuned) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool is_tuned_;
};

}  // namespace clc::worker

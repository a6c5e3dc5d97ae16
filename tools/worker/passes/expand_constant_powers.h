// Expands powers with a small constant exponent to products, quotients and square roots, and powers of 2 and 10 to
// `exp2` and `exp10`: a library's `pow` takes some fifty operations.
//   pow(x, 2.0f)   becomes   x * x
//   pow(x, 1.5f)   becomes   x * sqrt(x), and infinity if x is minus infinity
// Covers `pow`, `pown`, `powr`, `half_powr` and `native_powr` with exponents that are multiples of a half, and `rootn`
// of 2 and -2: LLVM's AMDGPU makes square roots of those, with a sign for -0 and NaN for minus infinity. Zeros,
// infinities and NaN follow OpenCL. The error is at most 14 ulp for float and double (OpenCL allows 16), and 3 for half
// (it allows 4).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class ExpandConstantPowers : public RequiredPass<ExpandConstantPowers> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

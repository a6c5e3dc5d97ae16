// Writes powers with a small constant exponent as products, quotients and square roots, and powers of 2 and 10 as
// `exp2` and `exp10`: a compiler's library takes fifty operations for `pow`.
//   pow(x, 2.0f)   becomes   x * x
//   pow(x, 1.5f)   becomes   x * sqrt(x), and infinity where x is minus infinity
// `pow`, `pown`, `powr`, `half_powr` and `native_powr`; exponents are multiples of a half. Zeros, infinities and NaN
// are as OpenCL says. The error is at most 14 ulp for float and double (OpenCL allows 16), and 3 for half (it allows
// 4).
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class ExpandConstantPowers : public RequiredPass<ExpandConstantPowers> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

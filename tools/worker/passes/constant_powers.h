// Powers by constants.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Writes `pow`, `pown`, `powr`, `half_powr` and `native_powr` as products, quotients and square roots where the
// exponent is a small multiple of a half: `x * x` for `pow(x, 2.0f)`, which takes a compiler's library fifty
// operations; and `pow(2.0f, y)` and `pow(10.0f, y)` as `exp2` and `exp10`. Zeros, infinities and NaN are as OpenCL
// says. The error is at most 14 ulp for float and double (OpenCL allows 16), and 3 for half (it allows 4).
void simplify_powers(llvm::Module& module);

}  // namespace clc::worker

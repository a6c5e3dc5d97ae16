// Unrolls innermost loops by four if computing their trip count takes a division, as with `i += get_local_size(0)`:
// that keeps more loads in flight, ptxas unrolls little by itself, and LLVM's own pass skips such loops. Loops must be
// in loop-simplify and LCSSA form, without calls, and have up to 300 instructions when unrolled.
// A stride may be any number, as with `j += width`, if the loop writes nothing: it is taken to be finite, as C11 lets
// compilers assume (6.8.5), so the stride is positive. C11 excepts loops whose condition is a constant, which are not
// distinguished: `while (true)` that a `break` leaves may end where it would not. Where the counter of such a loop
// may wrap around, nvptx_wrapping_loops.h gives it a copy.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxUnrollStridedLoops : public RequiredPass<NvptxUnrollStridedLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Unrolls innermost loops whose number of iterations takes a division to compute, as `i += get_local_size(0)` does,
// four times: more iterations at once mean more loads in flight, ptxas unrolls little by itself, and LLVM's own pass
// leaves such loops. It takes loops in simplified, loop-closed form without calls, of up to 300 instructions when
// unrolled.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxUnrollStridedLoops : public RequiredPass<NvptxUnrollStridedLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

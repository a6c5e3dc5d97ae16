// Lowers float divisions to the chip's approximate ones where their !fpmath allows the error (Clang adds none with
// -cl-fp32-correctly-rounded-divide-sqrt). Replaces intrinsics (roots, reciprocal roots, exp2, log2) by those that
// flush denormals where the function allows it; for arithmetic the code generator does so itself.
//   fdiv float %x, %y, !fpmath !{float 2.5}   becomes   @llvm.nvvm.div.full(%x, %y)
//   fdiv float 1.0, %y, !fpmath !{float 2.5}   becomes   fdiv afn float 1.0, %y, which LLVM lowers to rcp.approx
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxShortenDivisions : public RequiredPass<NvptxShortenDivisions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

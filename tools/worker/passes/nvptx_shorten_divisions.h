// Takes the chip's shorter divisions where their error is allowed, which Clang notes at each division (none is with
// -cl-fp32-correctly-rounded-divide-sqrt), and the forms of instructions that flush denormal numbers where those may be
// zero (roots, reciprocal roots, exp2, log2; of arithmetic the code generator sees itself that it may flush).
//   fdiv float %x, %y, !fpmath !{float 2.5}   becomes   @llvm.nvvm.div.full(%x, %y)
//   fdiv float 1.0, %y, !fpmath !{float 2.5}   becomes   fdiv afn float 1.0, %y, of which LLVM makes rcp.approx
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxShortenDivisions : public RequiredPass<NvptxShortenDivisions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

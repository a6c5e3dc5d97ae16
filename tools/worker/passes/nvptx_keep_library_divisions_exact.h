// Drops !fpmath from divisions in functions that are not the program's own (mark-program-functions): the error bounds
// of the builtin library rely on exact divisions, but Clang adds !fpmath there as well.
//   fdiv float %x, %y, !fpmath !0   becomes   fdiv float %x, %y
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxKeepLibraryDivisionsExact : public RequiredPass<NvptxKeepLibraryDivisionsExact> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Renames functions and variables whose names PTX does not have, or that LLVM's backend gives to labels, parameters and
// stacks. Applications ask for kernels by name, so for those such a name is reported (k_compile).
//   @"größe" = internal global i32 0   becomes   @clc_renamed = internal global i32 0
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMakeNamesValid : public RequiredPass<NvptxMakeNamesValid> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

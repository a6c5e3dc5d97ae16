// Renames internal functions and variables whose names PTX does not allow, or that LLVM's backend gives to labels,
// parameters and stacks. Applications look kernels up by name, so such a name of a kernel is reported instead
// (k_compile); that of a parameter only where the module has the parameter's function.
//   @"größe" = internal global i32 0   becomes   @clc_renamed = internal global i32 0
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMakeNamesValid : public RequiredPass<NvptxMakeNamesValid> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

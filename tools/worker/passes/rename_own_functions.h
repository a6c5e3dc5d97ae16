// Renames functions that the program defines and that LLVM, a builtin library or a driver would take for others by
// their names: those of C's library, as `sqrtf`; those of OpenCL, as an overload of `pow`; and reserved ones.
//   define float @sqrtf(float %x)   becomes   define float @own_sqrtf(float %x)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class RenameOwnFunctions : public RequiredPass<RenameOwnFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

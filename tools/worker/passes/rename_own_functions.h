// Renames functions of the program that LLVM, a builtin library or a driver would mistake for others by their names:
// names of the C library (`sqrtf`), overloads of OpenCL's builtins (`pow`), and reserved names (`__f`).
//   define float @sqrtf(float %x)   becomes   define float @own_sqrtf(float %x)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class RenameOwnFunctions : public RequiredPass<RenameOwnFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Evaluates the constructors of global variables at compile time, as far as LLVM's globalopt can (it runs no loops),
// and stores the results as initializers. No driver runs constructors or destructors, so constructors that remain, and
// all destructors, are compile errors (k_compile): the optimiser would take such a variable for zero.
//   @llvm.global_ctors = ... [@init], @x = global i32 0   becomes   @x = global i32 7
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class RunGlobalConstructors : public RequiredPass<RunGlobalConstructors> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

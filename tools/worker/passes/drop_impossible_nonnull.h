// Drops `nonnull` from the result of functions that return no pointer, and of calls of them: Clang gives it to every
// instance of a template, and LLVM's verifier rejects it.
//   define nonnull i32 @f()   becomes   define i32 @f()
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class DropImpossibleNonnull : public RequiredPass<DropImpossibleNonnull> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

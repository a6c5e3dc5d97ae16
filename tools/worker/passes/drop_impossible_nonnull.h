// Drops `nonnull` from functions, and calls of them, that return no pointer: Clang gives it to every instance of a
// template, and LLVM's verifier refuses it.
//   define nonnull i32 @f()   becomes   define i32 @f()
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class DropImpossibleNonnull : public RequiredPass<DropImpossibleNonnull> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Links the builtin functions that the module calls from the libraries of the target into it. The module must be in the
// LLVMContext of the libraries (builtins_of). Reports a library that cannot be read.
//   declare float @_Z3sinf(float)   becomes   define float @_Z3sinf(float)
#pragma once

#include "clc/package/target.h"
#include "worker/passes/pass_list.h"

namespace clc::worker {

class LinkBuiltins : public RequiredPass<LinkBuiltins> {
 public:
  explicit LinkBuiltins(Target target) : target_(std::move(target)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Target target_;
};

}  // namespace clc::worker

// Implements --strip: removes debug information, names of files, and names of everything but kernels.
//   @secret_table = internal constant ...   becomes   @v0 = internal constant ...
// A kernel's metadata keeps the types of its arguments, without typedefs: resolve_argument_types() takes the names of
// enumerations out before. With `arguments` it loses the names of the arguments.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class StripNames : public RequiredPass<StripNames> {
 public:
  explicit StripNames(bool strips_arguments) : strips_arguments_(strips_arguments) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool strips_arguments_;
};

}  // namespace clc::worker

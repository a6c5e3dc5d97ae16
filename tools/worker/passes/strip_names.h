// --strip: removes debug information, names of files, and names of everything but kernels.
//   @secret_table = internal constant ...   becomes   @v0 = internal constant ...
// A kernel's metadata tells the types of arguments without typedefs, and with `arguments` no names of them.
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

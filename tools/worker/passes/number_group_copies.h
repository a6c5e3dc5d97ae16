// Gives each kernel that copies between global and local memory asynchronously the variable in which the builtin
// library numbers its copies (builtins/group_copies.clh), and inlines into kernels all that uses it.
//   call ptr @clc_group_copies()   becomes   a variable of 16 bytes, which are 0 when the kernel begins
// Variables in local memory of such a module are aligned for the widest copies.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NumberGroupCopies : public RequiredPass<NumberGroupCopies> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

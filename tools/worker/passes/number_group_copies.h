// Gives each kernel that copies between global and local memory asynchronously the variable in which the builtin
// library numbers its copies (builtins/group_copies.clh), and inlines into kernels all that uses it.
//   call ptr @clc_group_copies()     becomes   a variable of 16 bytes, which are 0 when the kernel begins
//   call i32 @clc_required_items()   becomes   how many work-items the kernel's groups are required to have, else 0
// Arrays in local memory are aligned for the widest copies by align-aggregates. AMD: kernels are marked for
// amdgpu-keep-copies-in-flight, but not where the program itself calls intrinsics that load to local memory.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NumberGroupCopies : public RequiredPass<NumberGroupCopies> {
 public:
  // Marks kernels that wait for all loads straight to local memory themselves.
  static constexpr const char* k_attribute = "clc-waits-for-copies";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Marks structs that kernels take by value and only hand on as constant (CUDA's __grid_constant__), so that pointers to
// them may go anywhere. A kernel, as Clang writes it, hands its structs to the function with its body, which gets a
// copy of each: it runs on what Clang wrote, before inlining.
//   ptr byval(%S) %s   becomes   ptr noalias readonly byval(%S) "nvvm.grid_constant" %s
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMarkConstantStructs : public RequiredPass<NvptxMarkConstantStructs> {
 public:
  static constexpr const char* k_attribute = "nvvm.grid_constant";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

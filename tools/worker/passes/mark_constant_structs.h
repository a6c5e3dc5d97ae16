// Marks as constant (CUDA's __grid_constant__) the byval structs that a kernel only passes on by value, so that
// pointers to them may be passed anywhere. It runs on Clang's output, before inlining: there a kernel passes its
// structs by value to the function with its body, which gets a copy of each. In portable SPIR-V InstCombine then
// removes copies that are only read, of structs with 8 bytes' alignment and more: with Intel's driver for CPUs
// `struct_args` takes half as long.
//   ptr byval(%S) %s   becomes   ptr noalias readonly byval(%S) "nvvm.grid_constant" %s
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class MarkConstantStructs : public RequiredPass<MarkConstantStructs> {
 public:
  static constexpr const char* k_attribute = "nvvm.grid_constant";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Passes and returns structs with padding as arrays of integers.
//   byval({i64, i8})   becomes   byval([2 x i64]), and a function that returns {i64, i8} returns [2 x i64]
// Clang returns a struct field by field, and LLVM's NVPTX backend copies an argument field by field. Both represent a
// union by the struct of one member, so the bytes of other members that lie in that struct's padding are lost. The pass
// can go when Clang represents unions by bytes. (Public reports: llvm 53710, 107239.)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxPassPadding : public RequiredPass<NvptxPassPadding> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Makes arrays of integers of structs that are handed over or returned by value and have padding.
//   byval({i64, i8})   becomes   byval([2 x i64]), and what returns {i64, i8} returns [2 x i64]
// Clang returns a struct field by field, LLVM's NVPTX backend copies an argument so, and a union is the struct of one
// of its members for both: what another member has in the padding of that one is lost. It can go when Clang makes bytes
// of unions. (Public reports: llvm 53710, 107239.)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxPassPadding : public RequiredPass<NvptxPassPadding> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

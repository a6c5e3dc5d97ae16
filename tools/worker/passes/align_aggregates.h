// Aligns arrays and structs that the module defines to 16 bytes, or to the size of smaller ones, since they are often
// accessed as wider vectors than they are declared.
//   @table = constant [64 x i8], align 1   becomes   @table = constant [64 x i8], align 16
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AlignAggregates : public RequiredPass<AlignAggregates> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

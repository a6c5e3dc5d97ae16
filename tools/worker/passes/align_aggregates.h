// Raises the alignment of the module's global and stack arrays and structs to 16 bytes, or of smaller ones to their
// size rounded down to a power of two, since they are often accessed as vectors wider than their declared elements.
//   @table = constant [64 x i8], align 1   becomes   @table = constant [64 x i8], align 16
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AlignAggregates : public RequiredPass<AlignAggregates> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Indexes arrays of events by element. The optimiser computes offsets in bytes, but each driver chooses the size of an
// event.
//   getelementptr i8, ptr %events, i64 8
// becomes
//   getelementptr [2 x target("spirv.Event")], ptr %events, i64 0, i64 1
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvIndexEventArrays : public RequiredPass<SpirvIndexEventArrays> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

// Indexes arrays of events by elements: the optimiser counts bytes to an element, whose size is a driver's own.
//   getelementptr i8, ptr %events, i64 8   becomes   getelementptr [2 x target("spirv.Event")], ptr %events, i64 0, i64
//   1
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvIndexEventArrays : public RequiredPass<SpirvIndexEventArrays> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

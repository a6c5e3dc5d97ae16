// Computes addresses inside variables anew before each use, in functions with variables for the events of asynchronous
// copies.
//   %a = getelementptr i8, ptr %events, i64 16         %a = getelementptr i8, ptr %events, i64 16
//   store …, ptr %a                                     store …, ptr %a
//   … copies …                                 becomes  … copies …
//   call wait_group_events(i32 2, ptr %a)               %b = getelementptr i8, ptr %events, i64 16
//                                                       call wait_group_events(i32 2, ptr %b)
// Intel's CPU driver loses such an address that is kept across a copy: it is null behind it.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRepeatVariableOffsets : public RequiredPass<SpirvRepeatVariableOffsets> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

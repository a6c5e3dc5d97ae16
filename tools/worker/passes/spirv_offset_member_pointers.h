// Computes the pointer to a variable's first member where that member is a pointer that is read or written without an
// offset: the backend would declare the whole structure or array as a pointer.
//   load ptr, ptr %pair   becomes   load ptr, ptr (getelementptr inbounds i8, ptr %pair, i32 0)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvOffsetMemberPointers : public RequiredPass<SpirvOffsetMemberPointers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

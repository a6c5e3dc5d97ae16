// Offsets the pointer to a private structure or array by zero bytes (zero_offset.h) where its first member is a pointer
// that is loaded or stored, or it is indexed as an array of pointers: the backend may declare the whole variable as one
// pointer.
//   load ptr, ptr %pair   becomes   load ptr, ptr (getelementptr inbounds i8, ptr %pair, i32 0)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvOffsetMemberPointers : public RequiredPass<SpirvOffsetMemberPointers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

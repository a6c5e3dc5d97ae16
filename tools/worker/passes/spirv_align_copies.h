// Gives both sides of a memcpy the lesser alignment. OpCopyMemorySized of SPIR-V 1.2 has one alignment for both, and
// the backend writes that of the destination.
//   memcpy(align 16 %p, align 1 %q, 16)   becomes   memcpy(align 1 %p, align 1 %q, 16)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvAlignCopies : public RequiredPass<SpirvAlignCopies> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

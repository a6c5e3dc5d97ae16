// Fills memory with a byte by a copy of a constant array of it, as the backend does; but that reads the byte from
// anywhere where the function has the same constant elsewhere, and fills with what it finds.
//   memset(%p, 0, 32)   becomes   memcpy(%p, @zeros, 32)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvCopyFills : public RequiredPass<SpirvCopyFills> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

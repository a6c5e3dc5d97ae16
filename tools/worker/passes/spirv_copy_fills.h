// Replaces memset of a constant byte and size by memcpy from a constant array. The backend lowers memset the same way,
// but if the function uses the same constant elsewhere, its copy reads from a wrong address.
//   memset(%p, 0, 32)   becomes   memcpy(%p, @zeros, 32)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvCopyFills : public RequiredPass<SpirvCopyFills> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

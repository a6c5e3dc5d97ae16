// Moves the local variables of kernels that have more than 48 KB of them to the dynamic shared memory: ptxas takes no
// more as static memory, and CUDA's driver gives more of the dynamic one. All kernels that share a moved variable know
// it at one offset.
//   ptr addrspace(3) @tile   becomes   ptr addrspace(3) (@clc_dynamic_local + 4096)
// A kernel's attribute tells how many bytes of the dynamic memory its variables take: the driver puts the kernel's
// local arguments behind them.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMoveLocalMemory : public RequiredPass<NvptxMoveLocalMemory> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// The bytes of the dynamic shared memory that a kernel's own variables take.
std::uint64_t dynamic_local_bytes(const llvm::Function& kernel);

}  // namespace clc::worker

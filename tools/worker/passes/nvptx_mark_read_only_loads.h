// Marks loads of global memory that the kernel only reads, and reaches by one noalias argument alone, as
// !invariant.load. PTX has an instruction for them (`ld.global.nc`), which ptxas moves across barriers.
//   load float, ptr addrspace(1) %p   becomes   load float, ptr addrspace(1) %p, !invariant.load
// LLVM's code generator marks such loads as well, but follows an address for ten steps at most, and the addresses of an
// unrolled loop are longer chains of additions.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMarkReadOnlyLoads : public RequiredPass<NvptxMarkReadOnlyLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

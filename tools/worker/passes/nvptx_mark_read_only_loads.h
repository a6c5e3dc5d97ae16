// Marks loads of memory that nothing writes while a kernel runs, as !invariant.load: of global memory that the kernel
// reaches by one noalias argument alone and only reads. PTX has an instruction of its own for them (`ld.global.nc`),
// which ptxas moves across barriers.
//   load float, ptr addrspace(1) %p   becomes   load float, ptr addrspace(1) %p, !invariant.load
// LLVM's code generator marks such loads, too, but gives up ten steps behind an argument, and the addresses of an
// unrolled loop are longer chains of sums.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxMarkReadOnlyLoads : public RequiredPass<NvptxMarkReadOnlyLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

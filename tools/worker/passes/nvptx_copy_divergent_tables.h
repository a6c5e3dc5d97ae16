// Copies a program's constant arrays of more than 32 bytes to global memory, and redirects loads with a divergent
// address to the copy; the other loads still read constant memory. Constant memory serves a warp one word at a time, so
// 32 work-items that load 32 words wait for 32 reads; the cache of global memory serves them at once.
//   load i32, ptr addrspace(4) (gep @table, %lane)   becomes   a load of @table.in_global, addrspace(1)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxCopyDivergentTables : public RequiredPass<NvptxCopyDivergentTables> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

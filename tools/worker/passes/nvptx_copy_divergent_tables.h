// Gives a program's constant arrays a copy in global memory, for loads alone whose address is divergent; the others
// read constant memory as before. Constant memory gives a warp one word at a time, so that 32 items that ask for 32
// words wait for 32 reads; global memory's cache gives them all at once.
//   load i32, ptr addrspace(4) (gep @table, %lane)   becomes   a load of @table.in_global, addrspace(1)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxCopyDivergentTables : public RequiredPass<NvptxCopyDivergentTables> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

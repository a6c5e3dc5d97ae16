// Splits constant tables of more than 32 768 elements into pieces of bytes. An OpConstantComposite has at most 65 532
// members, and for longer tables the backend crashes, because it wants an extension that no driver has
// (SPV_INTEL_long_composites).
//   constant int table[65536] = {1, 2, ...};
//   [65536 x i32]   becomes   { [32768 x i8], [32768 x i8], ... }, at the same addresses
// Tables that contain addresses are split into pieces of their elements.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSplitLongTables : public RequiredPass<SpirvSplitLongTables> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

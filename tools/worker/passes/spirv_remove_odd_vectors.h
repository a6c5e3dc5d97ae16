// Removes vectors of sizes that SPIR-V does not have (2, 3, 4, 8 and 16 are): loads, stores and casts of them go by a
// vector of fewer and wider elements with the same bits, and where odd ones are left, all vectors of the module are
// scalarized.
//   load <6 x i8>, ptr %p   becomes   bitcast (load <3 x i16>, ptr %p)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRemoveOddVectors : public RequiredPass<SpirvRemoveOddVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

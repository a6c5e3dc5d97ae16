// Removes vectors of lengths that SPIR-V does not have (2, 3, 4, 8 and 16 are). Loads, stores and casts of them go
// through a vector with the same bits in fewer and wider elements; where odd vectors remain, all vectors of the module
// are scalarized.
//   load <6 x i8>, ptr %p   becomes   bitcast (load <3 x i16>, ptr %p)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvRemoveOddVectors : public RequiredPass<SpirvRemoveOddVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

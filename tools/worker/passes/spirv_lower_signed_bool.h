// Lowers the conversion of a signed boolean to floating point to a select: the backend lowers `sitofp i1 true` to 1; it
// is -1.
//   sitofp i1 %c to float   becomes   select i1 %c, float -1.0, float 0.0
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLowerSignedBool : public RequiredPass<SpirvLowerSignedBool> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

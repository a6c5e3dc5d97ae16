// Replaces calls of clc's functions that convert fp8 (docs/matrices.md) by integer arithmetic, as no target has
// instructions for all formats.
//   %f = call float @_Z22clc_convert_float_e4m3h(i8 %byte)
//   %b = call i8 @_Z20clc_convert_e4m3_satf(float %number)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class LowerFloat8Conversions : public RequiredPass<LowerFloat8Conversions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

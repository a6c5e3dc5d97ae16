// Has functions that use images inlined into the kernels, without optimisation, too: images and samplers are parameters
// that only instructions of the kernel itself can name. It runs before the optimiser, which inlines them.
//   call ptr @clc.image(...) in @helper   makes @helper alwaysinline
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxInlineImageFunctions : public RequiredPass<NvptxInlineImageFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

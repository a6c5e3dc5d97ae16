// Marks functions that use images or samplers as alwaysinline, at -O0 as well: images and samplers are kernel
// parameters that only the kernel's own instructions can name. It runs before the optimiser, which inlines them.
//   call ptr @clc.image(...) in @helper   makes @helper alwaysinline
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxInlineImageFunctions : public RequiredPass<NvptxInlineImageFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

#include "worker/passes/nvptx_inline_image_functions.h"

#include <utility>
#include <vector>

#include "worker/passes/inlining.h"
#include "worker/passes/nvptx_lower_images.h"

namespace clc::worker {

llvm::PreservedAnalyses NvptxInlineImageFunctions::run(llvm::Module& module,
                                                       llvm::ModuleAnalysisManager& /*analyses*/) {
  std::vector<llvm::Function*> handles;
  for (const char* name : {NvptxLowerImages::k_image_handle, NvptxLowerImages::k_sampler_handle}) {
    if (llvm::Function* function = module.getFunction(name)) handles.push_back(function);
  }
  inline_callers_always(std::move(handles));
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

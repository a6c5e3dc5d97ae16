#include "worker/passes/nvptx_inline_image_functions.h"

#include <set>
#include <vector>

#include <llvm/IR/Instructions.h>

#include "worker/ir/kernel_function.h"
#include "worker/passes/nvptx_lower_images.h"

namespace clc::worker {

llvm::PreservedAnalyses NvptxInlineImageFunctions::run(llvm::Module& module,
                                                       llvm::ModuleAnalysisManager& /*analyses*/) {
  std::vector<llvm::Function*> work;
  for (const char* name : {NvptxLowerImages::k_image_handle, NvptxLowerImages::k_sampler_handle}) {
    if (llvm::Function* function = module.getFunction(name)) work.push_back(function);
  }
  std::set<llvm::Function*> seen(work.begin(), work.end());
  while (!work.empty()) {
    llvm::Function* function = work.back();
    work.pop_back();
    for (llvm::User* user : function->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      llvm::Function* caller = call == nullptr ? nullptr : call->getFunction();
      if (caller == nullptr || !seen.insert(caller).second) continue;
      caller->removeFnAttr(llvm::Attribute::OptimizeNone);
      if (is_kernel(*caller)) continue;
      caller->removeFnAttr(llvm::Attribute::NoInline);
      caller->addFnAttr(llvm::Attribute::AlwaysInline);
      work.push_back(caller);
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

#include "worker/passes/keep_only_kernels.h"

#include <llvm/Transforms/IPO/Internalize.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {

llvm::PreservedAnalyses KeepOnlyKernels::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    // `extern inline` expects a definition elsewhere, but there is none.
    if (function.hasAvailableExternallyLinkage()) function.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (!is_body_of_kernel(function)) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  llvm::internalizeModule(module, [](const llvm::GlobalValue& value) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&value);
    return function != nullptr && is_kernel(*function);
  });
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

#include "worker/passes/link_builtins.h"

#include "worker/builtins/builtin_library.h"
#include "worker/ir/failure.h"

namespace clc::worker {

llvm::PreservedAnalyses LinkBuiltins::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  if (auto linked = link_builtins(module, target_); !linked) report_failure(module.getContext(), linked.error());
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

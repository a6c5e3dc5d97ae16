#include "worker/passes/check_undefined_functions.h"

#include "worker/builtins/builtin_library.h"
#include "worker/ir/failure.h"

namespace clc::worker {

llvm::PreservedAnalyses CheckUndefinedFunctions::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  if (auto defined = refuse_undefined(module, supplied_); !defined)
    report_failure(module.getContext(), defined.error());
  return llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker

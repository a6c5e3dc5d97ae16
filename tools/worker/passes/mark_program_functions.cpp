#include "worker/passes/mark_program_functions.h"

namespace clc::worker {

llvm::PreservedAnalyses MarkProgramFunctions::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  function.addFnAttr(k_attribute);
  return blocks_preserved();
}

}  // namespace clc::worker

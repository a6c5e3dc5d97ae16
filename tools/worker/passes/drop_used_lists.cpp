#include "worker/passes/drop_used_lists.h"

#include <llvm/IR/GlobalVariable.h>

namespace clc::worker {

llvm::PreservedAnalyses DropUsedLists::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (const char* name : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* list = module.getNamedGlobal(name)) list->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

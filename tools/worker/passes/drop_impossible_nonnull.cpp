#include "worker/passes/drop_impossible_nonnull.h"

#include <llvm/IR/InstrTypes.h>

namespace clc::worker {

llvm::PreservedAnalyses DropImpossibleNonnull::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (function.getReturnType()->isPtrOrPtrVectorTy()) continue;
    function.removeRetAttr(llvm::Attribute::NonNull);
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->removeRetAttr(llvm::Attribute::NonNull);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

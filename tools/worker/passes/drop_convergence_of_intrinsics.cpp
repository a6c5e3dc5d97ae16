#include "worker/passes/drop_convergence_of_intrinsics.h"

#include <llvm/IR/InstrTypes.h>

namespace clc::worker {

llvm::PreservedAnalyses DropConvergenceOfIntrinsics::run(llvm::Module& module,
                                                         llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic() || function.isConvergent()) continue;
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->setNotConvergent();
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

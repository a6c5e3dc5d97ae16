#include "worker/passes/spirv_use_fmin_common.h"

#include <llvm/ADT/STLExtras.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvUseFminCommon::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    const llvm::Type* type = function.getReturnType();
    const bool is_of_one_type =
        llvm::all_of(function.args(), [&](const llvm::Argument& argument) { return argument.getType() == type; });
    if (!function.isDeclaration() || !type->isFPOrFPVectorTy() || !is_of_one_type) continue;
    llvm::StringRef arguments = function.getName();
    const bool is_minimum = arguments.consume_front("_Z3min");
    if (!is_minimum && !arguments.consume_front("_Z3max")) continue;
    function.setName((is_minimum ? "_Z11fmin_common" : "_Z11fmax_common") + arguments.str());
  }
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/mark_constant_structs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstrTypes.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

bool is_only_copied(const llvm::Argument& argument) {
  return llvm::all_of(argument.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call != nullptr && call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
  });
}

}  // namespace

llvm::PreservedAnalyses MarkConstantStructs::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (!is_kernel(function)) continue;
    for (llvm::Argument& argument : function.args()) {
      if (!argument.hasByValAttr() || !is_only_copied(argument)) continue;
      argument.addAttr(llvm::Attribute::NoAlias);
      argument.addAttr(llvm::Attribute::ReadOnly);
      argument.addAttr(llvm::Attribute::get(module.getContext(), k_attribute));
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

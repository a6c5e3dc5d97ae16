#include "worker/passes/spirv_offset_builtin_pointers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/passes/zero_offset.h"

namespace clc::worker {

llvm::PreservedAnalyses SpirvOffsetBuiltinPointers::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || !callee->getName().starts_with("_Z")) continue;
    const bool casts_to_address_space = callee->getName().contains("__spirv_GenericCastToPtrExplicit");
    for (llvm::Use& argument : call->args()) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(argument.get());
      const bool is_array = variable != nullptr && variable->getAllocatedType()->isArrayTy();
      const bool is_pointer = argument->getType()->isPointerTy();
      if (!is_array && !llvm::isa<llvm::GlobalVariable>(argument.get()) && !(casts_to_address_space && is_pointer))
        continue;
      add_zero_offset(argument, *call);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

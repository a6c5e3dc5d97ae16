#include "worker/passes/spirv_sign_extend_nonneg.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvSignExtendNonneg::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* extension = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
    if (extension == nullptr || !extension->hasNonNeg() || !extension->getType()->isIntegerTy()) continue;
    llvm::IRBuilder<> builder(extension);
    extension->replaceAllUsesWith(builder.CreateSExt(extension->getOperand(0), extension->getType()));
    extension->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

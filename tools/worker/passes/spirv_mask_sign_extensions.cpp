#include "worker/passes/spirv_mask_sign_extensions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvMaskSignExtensions::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* wide = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
    if (wide == nullptr || !wide->getType()->isVectorTy()) continue;
    auto* narrow = llvm::dyn_cast<llvm::SExtInst>(wide->getOperand(0));
    if (narrow == nullptr) continue;
    llvm::IRBuilder<> builder(wide);
    const auto mask =
        llvm::APInt::getLowBitsSet(wide->getType()->getScalarSizeInBits(), narrow->getType()->getScalarSizeInBits());
    wide->replaceAllUsesWith(builder.CreateAnd(builder.CreateSExt(narrow->getOperand(0), wide->getType()), mask));
    wide->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

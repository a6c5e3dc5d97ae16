#include "worker/passes/spirv_lower_signed_bool.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvLowerSignedBool::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* conversion = llvm::dyn_cast<llvm::SIToFPInst>(&instruction);
    if (conversion == nullptr || !conversion->getOperand(0)->getType()->isIntOrIntVectorTy(1)) continue;
    llvm::Type* type = conversion->getType();
    conversion->replaceAllUsesWith(
        llvm::IRBuilder<>(conversion)
            .CreateSelect(conversion->getOperand(0), llvm::ConstantFP::get(type, -1), llvm::ConstantFP::get(type, 0)));
    conversion->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

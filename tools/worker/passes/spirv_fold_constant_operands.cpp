#include "worker/passes/spirv_fold_constant_operands.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvFoldConstantOperands::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    for (llvm::Use& operand : instruction.operands()) {
      const llvm::Type* type = operand->getType();
      auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
      if (constant == nullptr || (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy())) continue;
      operand.set(llvm::ConstantFoldConstant(constant, function.getDataLayout()));
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

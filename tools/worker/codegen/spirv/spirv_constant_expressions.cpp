#include "worker/codegen/spirv/spirv_constant_expressions.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

void compute_constants(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (llvm::Use& operand : instruction.operands()) {
        const llvm::Type* type = operand->getType();
        auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (constant == nullptr || (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy())) continue;
        operand.set(llvm::ConstantFoldConstant(constant, module.getDataLayout()));
      }
    }
  }
}

}  // namespace clc::worker

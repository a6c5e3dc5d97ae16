#include "worker/passes/spirv_compare_addresses.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvCompareAddresses::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (compare == nullptr || !compare->getOperand(0)->getType()->isPointerTy()) continue;
    llvm::IRBuilder<> builder(compare);
    llvm::Type* integer = function.getDataLayout().getIntPtrType(compare->getOperand(0)->getType());
    for (llvm::Use& operand : compare->operands()) operand.set(builder.CreatePtrToInt(operand.get(), integer));
  }
  return blocks_preserved();
}

}  // namespace clc::worker

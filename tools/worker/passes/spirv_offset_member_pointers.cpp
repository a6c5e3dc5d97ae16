#include "worker/passes/spirv_offset_member_pointers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/passes/zero_offset.h"

namespace clc::worker {

llvm::PreservedAnalyses SpirvOffsetMemberPointers::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(llvm::getPointerOperand(&instruction));
    if (variable == nullptr || !variable->getAllocatedType()->isAggregateType()) continue;
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    const llvm::Type* type =
        address == nullptr ? llvm::getLoadStoreType(&instruction) : address->getSourceElementType();
    if (!type->isPointerTy()) continue;
    for (llvm::Use& operand : instruction.operands()) {
      if (operand.get() == variable) add_zero_offset(operand, instruction);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

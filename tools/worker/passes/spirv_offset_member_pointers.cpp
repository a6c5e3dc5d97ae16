#include "worker/passes/spirv_offset_member_pointers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/passes/zero_offset.h"

namespace clc::worker {

llvm::PreservedAnalyses SpirvOffsetMemberPointers::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) continue;
    const llvm::Type* accessed = llvm::getLoadStoreType(&instruction);
    auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(llvm::getLoadStorePointerOperand(&instruction));
    if (variable == nullptr || !accessed->isPointerTy() || !variable->getAllocatedType()->isAggregateType()) continue;
    for (llvm::Use& operand : instruction.operands()) {
      if (operand.get() == variable) add_zero_offset(operand, instruction);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

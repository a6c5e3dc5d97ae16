#include "worker/passes/spirv_index_event_arrays.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvIndexEventArrays::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::DataLayout& layout = function.getDataLayout();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (address == nullptr || !address->getSourceElementType()->isIntegerTy(8)) continue;
    const auto* array = llvm::dyn_cast<llvm::AllocaInst>(address->getPointerOperand());
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(address->getOperand(1));
    if (array == nullptr || bytes == nullptr || !array->getAllocatedType()->isArrayTy()) continue;
    llvm::Type* event = array->getAllocatedType()->getArrayElementType();
    if (!event->isTargetExtTy()) continue;
    llvm::IRBuilder<> builder(address);
    const auto size = static_cast<std::int64_t>(layout.getTypeAllocSize(event).getFixedValue());
    llvm::Value* index = llvm::ConstantInt::getSigned(builder.getInt64Ty(), bytes->getSExtValue() / size);
    address->replaceAllUsesWith(builder.CreateGEP(array->getAllocatedType(), address->getPointerOperand(),
                                                  {builder.getInt64(0), index}, "", address->getNoWrapFlags()));
    address->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker

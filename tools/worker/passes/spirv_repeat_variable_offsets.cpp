#include "worker/passes/spirv_repeat_variable_offsets.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

bool holds_events(const llvm::Instruction& at) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&at);
  if (variable == nullptr) return false;
  llvm::Type* type = variable->getAllocatedType();
  while (type->isArrayTy()) type = type->getArrayElementType();
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque != nullptr && opaque->getName() == "spirv.Event";
}

void repeat(llvm::GetElementPtrInst& offset) {
  for (llvm::Use& use : llvm::make_early_inc_range(offset.uses())) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::PHINode>(user)) continue;
    llvm::Instruction* again = offset.clone();
    again->insertBefore(user->getIterator());
    use.set(again);
  }
  if (offset.use_empty()) offset.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvRepeatVariableOffsets::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& /*analyses*/) {
  if (llvm::none_of(llvm::instructions(function), holds_events)) return llvm::PreservedAnalyses::all();
  std::vector<llvm::GetElementPtrInst*> offsets;
  for (llvm::Instruction& one : llvm::instructions(function)) {
    auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(&one);
    if (offset != nullptr && offset->hasAllConstantIndices() &&
        llvm::isa<llvm::AllocaInst>(offset->getPointerOperand()))
      offsets.push_back(offset);
  }
  for (llvm::GetElementPtrInst* offset : offsets) repeat(*offset);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

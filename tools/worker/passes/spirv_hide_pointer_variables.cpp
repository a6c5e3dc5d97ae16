#include "worker/passes/spirv_hide_pointer_variables.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

bool holds_pointer(const llvm::Type* type) {
  return type->isPtrOrPtrVectorTy() || llvm::any_of(type->subtypes(), holds_pointer);
}

void hide(llvm::Use& address) {
  if (!llvm::isa<llvm::AllocaInst>(address.get())) return;  // hidden with another entry of its phi
  auto* user = llvm::cast<llvm::Instruction>(address.getUser());
  auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  llvm::BasicBlock* from = phi == nullptr ? nullptr : phi->getIncomingBlock(address);
  llvm::IRBuilder<> builder(phi == nullptr ? user : from->getTerminator());
  llvm::Type* type = address->getType();
  llvm::Value* number = builder.CreatePtrToInt(address.get(), user->getDataLayout().getIntPtrType(type));
  llvm::Value* hidden = builder.CreateIntToPtr(number, type);
  if (phi == nullptr) {
    address.set(hidden);
  } else {
    phi->setIncomingValueForBlock(from, hidden);  // cases of a switch have an entry each, which must be equal
  }
}

}  // namespace

llvm::PreservedAnalyses SpirvHidePointerVariables::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Use*> addresses;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || !variable->getAllocatedType()->isAggregateType()) continue;
    if (!holds_pointer(variable->getAllocatedType())) continue;
    for (llvm::Use& use : instruction.uses()) {
      if (!llvm::isa<llvm::LifetimeIntrinsic, llvm::PtrToIntInst>(use.getUser())) addresses.push_back(&use);
    }
  }
  for (llvm::Use* address : addresses) hide(*address);
  return addresses.empty() ? llvm::PreservedAnalyses::all() : blocks_preserved();
}

}  // namespace clc::worker

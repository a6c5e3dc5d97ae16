#include "worker/passes/spirv_offset_builtin_pointers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// Replaces the operand by its address plus zero bytes. LLVM 22's SPIR-V backend deduces the types of pointers from
// uses, those of computed pointers separately from the variable's.
void add_zero_offset(llvm::Use& pointer, llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type* byte = builder.getInt8Ty();
  pointer.set(builder.Insert(llvm::GetElementPtrInst::CreateInBounds(byte, pointer.get(), {builder.getInt32(0)})));
}

}  // namespace

llvm::PreservedAnalyses SpirvOffsetBuiltinPointers::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || !callee->getName().starts_with("_Z")) continue;
    const bool casts_to_address_space = callee->getName().contains("__spirv_GenericCastToPtrExplicit");
    for (llvm::Use& argument : call->args()) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(argument.get());
      const bool is_array = variable != nullptr && variable->getAllocatedType()->isArrayTy();
      const bool is_pointer = argument->getType()->isPointerTy();
      if (!is_array && !llvm::isa<llvm::GlobalVariable>(argument.get()) && !(casts_to_address_space && is_pointer))
        continue;
      add_zero_offset(argument, *call);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

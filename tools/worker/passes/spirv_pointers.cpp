#include "worker/passes/spirv_pointers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// Lets the instruction compute the pointer that it uses: no bytes behind where it points.
void compute(llvm::Use& pointer, llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type* byte = builder.getInt8Ty();
  pointer.set(builder.Insert(llvm::GetElementPtrInst::CreateInBounds(byte, pointer.get(), {builder.getInt32(0)})));
}

// The backend gives a variable's own type to a builtin that takes a pointer to elements of another one, as
// `vload_half(i, (local half*)words)` does, and `async_work_group_copy(array, …)`, which would copy so many arrays; or
// it declares the array as one element. A pointer that is computed gets the type that the builtin wants. Intel's
// compiler for GPUs asks only of pointers to bytes where they point.
void compute_pointers_for_builtins(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || !callee->isDeclaration() || !callee->getName().starts_with("_Z")) continue;
      const bool asks_where = callee->getName().contains("__spirv_GenericCastToPtrExplicit");
      for (llvm::Use& argument : call->args()) {
        const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(argument.get());
        const bool is_array = variable != nullptr && variable->getAllocatedType()->isArrayTy();
        const bool is_pointer = argument->getType()->isPointerTy();
        if (!is_array && !llvm::isa<llvm::GlobalVariable>(argument.get()) && !(asks_where && is_pointer)) continue;
        compute(argument, *call);
      }
    }
  }
}

// The backend declares a structure or an array as a pointer, which is all of it then, where its first member is one
// that is read or written without an offset.
void compute_pointers_to_first_members(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) continue;
      const llvm::Type* accessed = llvm::getLoadStoreType(&instruction);
      auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(llvm::getLoadStorePointerOperand(&instruction));
      if (variable == nullptr || !accessed->isPointerTy() || !variable->getAllocatedType()->isAggregateType()) continue;
      for (llvm::Use& operand : instruction.operands()) {
        if (operand.get() == variable) compute(operand, instruction);
      }
    }
  }
}

// From SPIR-V 1.4 on the backend would write `OpPtrEqual`, which the translators of LLVM 14 and 15 do not know.
void compare_addresses(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
      if (compare == nullptr || !compare->getOperand(0)->getType()->isPointerTy()) continue;
      llvm::IRBuilder<> builder(compare);
      llvm::Type* integer = module.getDataLayout().getIntPtrType(compare->getOperand(0)->getType());
      for (llvm::Use& operand : compare->operands()) operand.set(builder.CreatePtrToInt(operand.get(), integer));
    }
  }
}

}  // namespace

void spell_out_pointers(llvm::Module& module) {
  compare_addresses(module);
  compute_pointers_to_first_members(module);
  compute_pointers_for_builtins(module);
}

}  // namespace clc::worker

#include "worker/passes/spirv_inlining.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// The instructions that all calls of a function may come to together.
constexpr std::size_t k_most_instructions = 4000;

bool is_handed_variable(const llvm::CallBase& call) {
  return llvm::any_of(call.args(), [](const llvm::Use& argument) {
    return argument->getType()->isPointerTy() && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(argument.get()));
  });
}

bool wants_inlining(const llvm::Function& function) {
  if (!function.hasLocalLinkage() || function.hasFnAttribute(llvm::Attribute::NoInline)) return false;
  bool is_handed = false;
  std::size_t calls = 0;
  for (const llvm::User* user : function.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function || call->getFunction() == &function) return false;
    is_handed = is_handed || is_handed_variable(*call);
    ++calls;
  }
  return is_handed && calls * function.getInstructionCount() <= k_most_instructions;
}

bool is_vector_of_three(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector != nullptr && vector->getNumElements() == 3;
}

}  // namespace

void ask_for_inlining(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (wants_inlining(function)) function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

void permit_inlining(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const llvm::FunctionType* type = function.getFunctionType();
    if (!is_vector_of_three(type->getReturnType()) && !llvm::any_of(type->params(), is_vector_of_three)) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
  }
}

}  // namespace clc::worker

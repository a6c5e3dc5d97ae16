#include "worker/passes/spirv_request_inlining.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// Most instructions that the inlined calls of a function may add up to.
constexpr std::size_t k_most_instructions = 4000;

bool passes_private_variable(const llvm::CallBase& call) {
  return llvm::any_of(call.args(), [](const llvm::Use& argument) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(argument.get()));
  });
}

bool wants_inlining(const llvm::Function& function) {
  if (!function.hasLocalLinkage() || function.hasFnAttribute(llvm::Attribute::NoInline)) return false;
  bool is_passed_variable = false;
  std::size_t calls = 0;
  for (const llvm::User* user : function.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function || call->getFunction() == &function) return false;
    is_passed_variable |= passes_private_variable(*call);
    ++calls;
  }
  return is_passed_variable && calls * function.getInstructionCount() <= k_most_instructions;
}

}  // namespace

llvm::PreservedAnalyses SpirvRequestInlining::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (wants_inlining(function)) function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return blocks_preserved();
}

}  // namespace clc::worker

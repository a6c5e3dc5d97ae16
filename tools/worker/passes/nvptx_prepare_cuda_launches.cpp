#include "worker/passes/nvptx_prepare_cuda_launches.h"

#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "worker/ir/calls.h"
#include "worker/passes/inlining.h"
#include "worker/passes/nvptx_pass_cuda_parameters.h"

namespace clc::worker {
namespace {

using llvm::Intrinsic::ID;

constexpr ID k_first_group = llvm::Intrinsic::nvvm_read_ptx_sreg_envreg0;  // in x
constexpr ID k_groups = llvm::Intrinsic::nvvm_read_ptx_sreg_envreg6;

void replace_registers(llvm::Module& module) {
  if (llvm::Function* first = llvm::Intrinsic::getDeclarationIfExists(&module, k_first_group)) {
    for (llvm::CallInst* call : calls_of(*first)) {
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), 0));
      call->eraseFromParent();
    }
  }
  if (llvm::Function* count = llvm::Intrinsic::getDeclarationIfExists(&module, k_groups)) {
    count->replaceAllUsesWith(
        llvm::Intrinsic::getOrInsertDeclaration(&module, llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x));
  }
}

// True where a pointer to constant memory comes into the function, other than as the address of a variable.
bool is_given_constant_pointers(llvm::Function& function) {
  if (is_constant_pointer(function.getReturnType())) return true;
  if (llvm::any_of(function.args(), [](const auto& argument) { return is_constant_pointer(argument.getType()); }))
    return true;
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return is_constant_pointer(instruction.getType()) && !llvm::isa<llvm::GetElementPtrInst>(instruction);
  });
}

}  // namespace

llvm::PreservedAnalyses NvptxPrepareCudaLaunches::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  replace_registers(module);
  std::vector<llvm::Function*> of_launch;
  for (const ID id : NvptxPassCudaParameters::k_hidden) {
    if (llvm::Function* function = llvm::Intrinsic::getDeclarationIfExists(&module, id)) of_launch.push_back(function);
  }
  inline_callers_always(std::move(of_launch));
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && is_given_constant_pointers(function)) inline_always(function);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

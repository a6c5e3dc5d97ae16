#include "worker/passes/spirv_emit_contraction_off.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/ir/kernel_function.h"
#include "worker/passes/fmuladd.h"

namespace clc::worker {
namespace {

// True where `use` is an operand of a sum or a difference.
bool is_addend(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  constexpr unsigned k_addend = 2;
  return user->getOpcode() == llvm::Instruction::FAdd || user->getOpcode() == llvm::Instruction::FSub ||
         (is_fmuladd(*user) && use.getOperandNo() == k_addend);
}

// True for an instruction that returns an operand, or an element or the negation of one.
bool forwards_operand(const llvm::Instruction& user) {
  return user.getOpcode() == llvm::Instruction::FNeg ||
         llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::InsertElementInst, llvm::ExtractElementInst,
                   llvm::ShuffleVectorInst, llvm::InsertValueInst, llvm::ExtractValueInst>(user);
}

// True where `use` returns the value, passes it to a function or stores it to private memory: after inlining and
// promotion to registers, a driver may find a sum of it.
bool escapes(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (llvm::isa<llvm::ReturnInst>(user)) return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
    return call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration();
  }
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
  return store != nullptr && store->getPointerAddressSpace() == 0;
}

bool may_reach_sum(const llvm::Instruction& product) {
  std::vector<const llvm::Instruction*> values{&product};
  llvm::SmallPtrSet<const llvm::Instruction*, 8> seen;
  while (!values.empty()) {
    const llvm::Instruction* value = values.back();
    values.pop_back();
    for (const llvm::Use& use : value->uses()) {
      if (is_addend(use) || escapes(use)) return true;
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (forwards_operand(*user) && seen.insert(user).second) values.push_back(user);
    }
  }
  return false;
}

bool forbids_contraction(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return is_product(&instruction) && !instruction.hasAllowContract() && may_reach_sum(instruction);
  });
}

}  // namespace

llvm::PreservedAnalyses SpirvEmitContractionOff::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  llvm::SmallPtrSet<const llvm::Function*, 8> forbidding;
  bool is_forbidden_in_callee = false;
  for (llvm::Function& function : module) {
    if (permits_all_ || !forbids_contraction(function)) continue;
    forbidding.insert(&function);
    is_forbidden_in_callee |= !is_kernel(function);
  }
  llvm::LLVMContext& context = module.getContext();
  auto* mode = llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), spv::ExecutionModeContractionOff));
  // With this metadata the backend gives `ContractionOff` only to the kernels that the other one names.
  module.getOrInsertNamedMetadata("opencl.enable.FP_CONTRACT");
  for (llvm::Function& function : module) {
    if (!is_forbidden_in_callee && !forbidding.contains(&function)) continue;
    function.addFnAttr("contraction-off");
    if (!is_kernel(function)) continue;
    module.getOrInsertNamedMetadata("spirv.ExecutionMode")
        ->addOperand(llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(&function), mode}));
  }
  return blocks_preserved();
}

}  // namespace clc::worker

#include "worker/passes/number_group_copies.h"

#include <algorithm>
#include <map>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>

#include "worker/ir/kernel_function.h"
#include "worker/passes/inlining.h"

namespace clc::worker {
namespace {

constexpr unsigned k_local_space = 3;  // on NVPTX and AMDGPU alike
constexpr std::uint64_t k_widest_copy = 16;
constexpr unsigned k_numbers = 4;

llvm::Value* make_numbers(llvm::Function& function) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Type* type = llvm::ArrayType::get(builder.getInt32Ty(), k_numbers);
  llvm::AllocaInst* numbers = builder.CreateAlloca(type, nullptr, "copies");
  builder.CreateStore(llvm::Constant::getNullValue(type), numbers);
  return numbers;
}

void align_local_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != k_local_space || !variable.hasLocalLinkage()) continue;
    if (module.getDataLayout().getTypeAllocSize(variable.getValueType()) < k_widest_copy) continue;
    variable.setAlignment(std::max(variable.getAlign().valueOrOne(), llvm::Align(k_widest_copy)));
  }
}

// NVIDIA: the sizes of a kernel that has a required one, so that copies of constant size become straight code.
void fold_group_sizes(llvm::Function& function) {
  llvm::SmallVector<llvm::StringRef, 3> sizes;
  function.getFnAttribute("nvvm.reqntid").getValueAsString().split(sizes, ',', -1, false);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    const auto dimension = call->getIntrinsicID() - llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x;
    unsigned size = 0;
    if (dimension >= sizes.size() || sizes[dimension].getAsInteger(10, size)) continue;
    instruction.replaceAllUsesWith(llvm::ConstantInt::get(instruction.getType(), size));
    instruction.eraseFromParent();
  }
}

}  // namespace

llvm::PreservedAnalyses NumberGroupCopies::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  llvm::Function* numbers = module.getFunction("clc_group_copies");
  if (numbers == nullptr) return llvm::PreservedAnalyses::all();
  inline_callers_always({numbers});
  llvm::AlwaysInlinerPass().run(module, analyses);
  std::map<llvm::Function*, llvm::Value*> variables;
  for (llvm::User* user : llvm::make_early_inc_range(numbers->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::Value*& variable = variables[call->getFunction()];
    if (variable == nullptr) variable = make_numbers(*call->getFunction());
    call->replaceAllUsesWith(variable);
    call->eraseFromParent();
  }
  numbers->eraseFromParent();
  for (const auto& [function, variable] : variables) fold_group_sizes(*function);
  align_local_variables(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker

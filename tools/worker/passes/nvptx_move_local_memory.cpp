#include "worker/passes/nvptx_move_local_memory.h"

#include <algorithm>
#include <string>
#include <vector>

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/MathExtras.h>

#include "worker/ir/call_cycles.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/nvptx_pass_cuda_parameters.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_most_static = 48 * 1024;
constexpr const char* k_attribute = "clc-dynamic-local-bytes";

using Variables = llvm::SetVector<llvm::GlobalVariable*>;
using VariablesOfKernels = llvm::MapVector<llvm::Function*, Variables>;

VariablesOfKernels local_variables(llvm::Module& module) {
  VariablesOfKernels all;
  for (llvm::Function& kernel : module) {
    if (!is_kernel(kernel) || kernel.isDeclaration()) continue;
    Variables& own = all[&kernel];
    for (const llvm::GlobalValue* used : used_by(kernel)) {
      auto* variable = module.getGlobalVariable(used->getName(), true);
      if (variable != nullptr && is_local(*variable) && !variable->isDeclaration()) own.insert(variable);
    }
  }
  return all;
}

class Layout {
 public:
  explicit Layout(llvm::Module& module) : module_(module), kernels_(local_variables(module)) {}

  void move_large() {
    for (const auto& [kernel, variables] : kernels_) {
      if (local_bytes_of(*kernel) > k_most_static) moved_.insert(variables.begin(), variables.end());
    }
    if (moved_.empty()) return;
    // Those of several kernels come first, each behind all others.
    for (llvm::GlobalVariable* variable : moved_) {
      if (users_of(*variable).size() > 1) place(*variable, users_of(*variable), shared_);
    }
    for (const auto& [kernel, variables] : kernels_) {
      std::uint64_t end = shared_;
      for (llvm::GlobalVariable* variable : variables) {
        if (moved_.contains(variable) && !offsets_.contains(variable)) place(*variable, {kernel}, end);
      }
    }
    for (const auto& [kernel, bytes] : bytes_) kernel->addFnAttr(k_attribute, std::to_string(bytes));
    for (const auto& [variable, offset] : offsets_) replace(*variable, offset);
  }

 private:
  std::vector<llvm::Function*> users_of(llvm::GlobalVariable& variable) const {
    std::vector<llvm::Function*> users;
    for (const auto& [kernel, variables] : kernels_) {
      if (variables.contains(&variable)) users.push_back(kernel);
    }
    return users;
  }

  void place(llvm::GlobalVariable& variable, const std::vector<llvm::Function*>& users, std::uint64_t& end) {
    const std::uint64_t offset = llvm::alignTo(end, variable.getAlign().valueOrOne());
    end = offset + module_.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
    offsets_[&variable] = offset;
    for (llvm::Function* kernel : users) bytes_[kernel] = std::max(bytes_[kernel], end);
  }

  void replace(llvm::GlobalVariable& variable, std::uint64_t offset) {
    llvm::LLVMContext& context = module_.getContext();
    llvm::GlobalVariable& all = dynamic_local_memory(module_);
    all.setAlignment(std::max(all.getAlign().valueOrOne(), variable.getAlign().valueOrOne()));
    variable.replaceAllUsesWith(llvm::ConstantExpr::getGetElementPtr(
        llvm::Type::getInt8Ty(context), &all, llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), offset)));
    variable.eraseFromParent();
  }

  llvm::Module& module_;
  VariablesOfKernels kernels_;
  Variables moved_;
  llvm::MapVector<llvm::GlobalVariable*, std::uint64_t> offsets_;
  llvm::MapVector<llvm::Function*, std::uint64_t> bytes_;
  std::uint64_t shared_ = 0;
};

}  // namespace

llvm::PreservedAnalyses NvptxMoveLocalMemory::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  Layout(module).move_large();
  return llvm::PreservedAnalyses::none();
}

std::uint64_t dynamic_local_bytes(const llvm::Function& kernel) {
  return kernel.getFnAttributeAsParsedInteger(k_attribute);
}

}  // namespace clc::worker

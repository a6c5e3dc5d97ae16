#include "worker/passes/hidden_argument.h"

#include <utility>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "worker/ir/kernel_function.h"
#include "worker/passes/inlining.h"
#include "worker/passes/pass_list.h"

namespace clc::worker {
namespace {

constexpr unsigned k_global = 1;  // the address space, in LLVM and in metadata of kernels

void add_metadata(const llvm::Function& old, const HiddenArgument& argument, llvm::Function& kernel) {
  llvm::LLVMContext& context = old.getContext();
  const auto text = [&](const std::string& what) -> llvm::Metadata* { return llvm::MDString::get(context, what); };
  const std::pair<const char*, llvm::Metadata*> more[] = {
      {"kernel_arg_addr_space",
       llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), k_global))},
      {"kernel_arg_access_qual", text("none")},
      {"kernel_arg_type", text(argument.type)},
      {"kernel_arg_base_type", text(argument.type)},
      {"kernel_arg_type_qual", text("")},
      {"kernel_arg_name", text(argument.name)}};
  for (const auto& [kind, value] : more) {
    const llvm::MDNode* node = old.getMetadata(kind);
    if (node == nullptr) continue;
    std::vector<llvm::Metadata*> operands(node->op_begin(), node->op_end());
    operands.push_back(value);
    kernel.setMetadata(kind, llvm::MDNode::get(context, operands));
  }
}

}  // namespace

Result<void> inline_everything(llvm::Module& module, llvm::TargetMachine& machine) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || is_kernel(function)) continue;
    inline_always(function);
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->removeFnAttr(llvm::Attribute::NoInline);
    }
  }
  return run_passes(module, machine, "always-inline,globaldce");
}

llvm::Function* with_hidden_argument(llvm::Function& old, const HiddenArgument& argument) {
  std::vector<llvm::Type*> types(old.getFunctionType()->params().begin(), old.getFunctionType()->params().end());
  types.push_back(llvm::PointerType::get(old.getContext(), k_global));
  auto* kernel = llvm::Function::Create(llvm::FunctionType::get(old.getReturnType(), types, false), old.getLinkage(),
                                        old.getAddressSpace(), "", old.getParent());
  kernel->takeName(&old);
  kernel->copyAttributesFrom(&old);
  kernel->copyMetadata(&old, 0);
  kernel->splice(kernel->begin(), &old);
  for (llvm::Argument& given : old.args()) {
    llvm::Argument* now = kernel->getArg(given.getArgNo());
    now->takeName(&given);
    given.replaceAllUsesWith(now);
  }
  add_metadata(old, argument, *kernel);
  kernel->addFnAttr(k_hidden_argument, argument.name);
  old.replaceAllUsesWith(kernel);
  old.eraseFromParent();
  return kernel;
}

}  // namespace clc::worker

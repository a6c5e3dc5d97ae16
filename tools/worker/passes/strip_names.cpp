#include "worker/passes/strip_names.h"

#include <string>

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Metadata.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

bool is_private(const llvm::GlobalValue& value) {
  return value.hasLocalLinkage() && !value.getName().starts_with("llvm.");
}

// Metadata that clGetKernelArgInfo reads: types lose typedefs, and arguments their names.
void strip_argument_information(llvm::Function& function, bool strips_arguments) {
  if (llvm::MDNode* types = function.getMetadata("kernel_arg_base_type"))
    function.setMetadata("kernel_arg_type", types);
  if (strips_arguments) function.setMetadata("kernel_arg_name", nullptr);
  for (llvm::Argument& argument : function.args()) argument.setName("");
}

}  // namespace

llvm::PreservedAnalyses StripNames::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  llvm::StripDebugInfo(module);
  module.setSourceFileName("");
  for (const char* name : {"llvm.ident", "llvm.commandline"}) {
    if (llvm::NamedMDNode* node = module.getNamedMetadata(name)) module.eraseNamedMetadata(node);
  }
  unsigned number = 0;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (is_private(variable)) variable.setName("v" + std::to_string(number++));
  }
  for (llvm::Function& function : module) {
    if (is_kernel(function)) {
      strip_argument_information(function, strips_arguments_);
    } else if (is_private(function)) {
      function.setName("f" + std::to_string(number++));
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker

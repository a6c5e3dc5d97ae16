#include "worker/passes/strip_names.h"

#include <string>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Metadata.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

bool is_private(const llvm::GlobalValue& value) {
  return value.hasLocalLinkage() && !value.getName().starts_with("llvm.");
}

// The type without the name of an enumeration, which is no more than a number to a host: "uint*" of "enum mode*".
std::string without_enum(llvm::StringRef type) {
  constexpr llvm::StringLiteral k_enum = "enum ";
  const std::size_t at = type.find(k_enum);
  if (at == llvm::StringRef::npos) return type.str();
  const llvm::StringRef behind = type.drop_front(at + k_enum.size());
  return (type.take_front(at) + "uint" + behind.drop_while([](char c) { return llvm::isAlnum(c) || c == '_'; })).str();
}

// Metadata that clGetKernelArgInfo reads: types lose typedefs and the names of enumerations, and arguments their names.
void strip_argument_information(llvm::Function& function, bool strips_arguments) {
  if (const llvm::MDNode* types = function.getMetadata("kernel_arg_base_type")) {
    llvm::SmallVector<llvm::Metadata*> resolved;
    for (const llvm::MDOperand& type : types->operands()) {
      const auto* text = llvm::dyn_cast<llvm::MDString>(type);
      resolved.push_back(text == nullptr ? type.get()
                                         : llvm::MDString::get(function.getContext(), without_enum(text->getString())));
    }
    llvm::MDNode* node = llvm::MDNode::get(function.getContext(), resolved);
    function.setMetadata("kernel_arg_base_type", node);
    function.setMetadata("kernel_arg_type", node);
  }
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

#include "worker/strip/strip.h"

#include <set>
#include <span>
#include <string>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Metadata.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/ir/optimizer.h"

namespace clc::worker {
namespace {

constexpr std::size_t k_header_words = 5;

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
void strip_argument_information(llvm::Function& function, const Language& language) {
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
  if (language.strips_arguments) function.setMetadata("kernel_arg_name", nullptr);
  for (llvm::Argument& argument : function.args()) argument.setName("");
}

struct SpirvNames {
  std::set<std::uint32_t> kernels, arguments;
};

template <class F>
void each_instruction(const std::vector<std::uint32_t>& words, F&& see) {
  for (std::size_t at = k_header_words; at < words.size();) {
    const std::size_t length = words[at] >> 16U;
    if (length == 0 || length > words.size() - at) return;
    see(static_cast<spv::Op>(words[at] & 0xffffU), std::span(words).subspan(at, length));
    at += length;
  }
}

SpirvNames names_to_keep(const std::vector<std::uint32_t>& words) {
  SpirvNames keep;
  bool in_kernel = false;
  each_instruction(words, [&](spv::Op op, std::span<const std::uint32_t> instruction) {
    if (instruction.size() < 3) return;
    if (op == spv::OpEntryPoint) keep.kernels.insert(instruction[2]);
    if (op == spv::OpFunction) in_kernel = keep.kernels.contains(instruction[2]);
    if (op == spv::OpFunctionParameter && in_kernel) keep.arguments.insert(instruction[2]);
  });
  return keep;
}

}  // namespace

void strip_module(llvm::Module& module, const Language& language) {
  if (!language.strips_names) return;
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
      strip_argument_information(function, language);
    } else if (is_private(function)) {
      function.setName("f" + std::to_string(number++));
    }
  }
}

std::vector<std::uint32_t> strip_spirv(const std::vector<std::uint32_t>& words, const Language& language) {
  const SpirvNames keep = names_to_keep(words);
  std::vector<std::uint32_t> result(words.begin(), words.begin() + k_header_words);
  each_instruction(words, [&](spv::Op op, std::span<const std::uint32_t> instruction) {
    switch (op) {
      case spv::OpName: {
        const std::uint32_t id = instruction.size() > 1 ? instruction[1] : 0;
        if (!keep.kernels.contains(id) && (language.strips_arguments || !keep.arguments.contains(id))) return;
        break;
      }
      case spv::OpSource: {
        // Keeps the language and its version, which translators read.
        constexpr std::size_t k_size = 3;
        if (instruction.size() <= k_size) break;
        result.push_back((static_cast<std::uint32_t>(k_size) << 16U) | static_cast<std::uint32_t>(op));
        result.insert(result.end(), instruction.begin() + 1, instruction.begin() + k_size);
        return;
      }
      case spv::OpMemberName:
      case spv::OpString:
      case spv::OpSourceContinued:
      case spv::OpModuleProcessed:
      case spv::OpLine:
      case spv::OpNoLine:
        return;
      default:
        break;
    }
    result.insert(result.end(), instruction.begin(), instruction.end());
  });
  return result;
}

void strip_interface(Interface& interface, const Language& language) {
  for (KernelInterface& kernel : interface.kernels) {
    std::size_t number = 0;
    for (Argument& argument : kernel.arguments) {
      argument.type = argument.plain_type();
      argument.resolved_type.clear();
      if (language.strips_arguments) argument.name = "a" + std::to_string(number++);
    }
  }
}

}  // namespace clc::worker

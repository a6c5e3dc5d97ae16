#include "worker/strip/strip.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Metadata.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

constexpr std::size_t k_header_words = 5;

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

// True for what stands before the names of a stripped module, and for the names.
bool comes_before_names(spv::Op op) {
  switch (op) {
    case spv::OpCapability:
    case spv::OpExtension:
    case spv::OpExtInstImport:
    case spv::OpMemoryModel:
    case spv::OpEntryPoint:
    case spv::OpExecutionMode:
    case spv::OpExecutionModeId:
    case spv::OpSource:
    case spv::OpSourceExtension:
    case spv::OpName:
      return true;
    default:
      return false;
  }
}

// Names what drivers want a name of. Mesa's llvmpipe dies of a function without one, and is content with the empty one
// (Mesa 25.0). PoCL gives a local variable without one the name of the first kernel, and dies of that kernel if it does
// not use the variable (PoCL 6.0, `isAutomaticLocal`). LLVM appends a point and a number to equal names.
void name_for_drivers(std::vector<std::uint32_t>& words) {
  constexpr std::uint32_t k_words = 3;
  constexpr std::uint32_t k_local_name = '0';  // as a string of one word; no kernel's name begins with a digit
  std::set<std::uint32_t> named;
  std::vector<std::uint32_t> names;
  std::size_t place = words.size();  // of the names: before what is decorated, declared and defined
  std::size_t at = k_header_words;
  each_instruction(words, [&](spv::Op op, std::span<const std::uint32_t> instruction) {
    if (op == spv::OpName) named.insert(instruction[1]);
    const bool is_local = op == spv::OpVariable && instruction[3] == spv::StorageClassWorkgroup;
    if ((is_local || op == spv::OpFunction) && !named.contains(instruction[2])) {
      names.insert(names.end(), {k_words << 16U | static_cast<std::uint32_t>(spv::OpName), instruction[2],
                                 is_local ? k_local_name : 0});
    }
    if (!comes_before_names(op)) place = std::min(place, at);
    at += instruction.size();
  });
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), names.begin(), names.end());
}

}  // namespace

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
  name_for_drivers(result);
  return result;
}

void resolve_argument_types(llvm::Module& module, const Interface& interface) {
  for (const KernelInterface& kernel : interface.kernels) {
    llvm::Function* function = module.getFunction(kernel.name);
    if (function == nullptr || function->getMetadata("kernel_arg_base_type") == nullptr) continue;
    llvm::SmallVector<llvm::Metadata*> types;
    for (const Argument& argument : kernel.arguments)
      types.push_back(llvm::MDString::get(module.getContext(), argument.plain_type()));
    function->setMetadata("kernel_arg_base_type", llvm::MDNode::get(module.getContext(), types));
  }
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

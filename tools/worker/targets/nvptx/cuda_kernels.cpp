#include "worker/targets/nvptx/cuda_kernels.h"

#include <array>
#include <string>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "base/json_writer.h"
#include "worker/passes/hidden_argument.h"
#include "worker/passes/nvptx_move_local_memory.h"

namespace clc::worker {
namespace {

// As clGetKernelInfo gives them: "reqd_work_group_size(64,1,1) vec_type_hint(float4)".
std::string attributes_of(const KernelInterface& kernel) {
  std::string text;
  const auto add = [&](const std::string& attribute) { text += (text.empty() ? "" : " ") + attribute; };
  const auto add_size = [&](const char* name, const std::array<std::uint64_t, 3>& size) {
    if (size[0] == 0) return;
    add(std::string(name) + "(" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
        std::to_string(size[2]) + ")");
  };
  add_size("reqd_work_group_size", kernel.required_work_group_size);
  add_size("work_group_size_hint", kernel.work_group_size_hint);
  if (!kernel.vec_type_hint.empty()) add("vec_type_hint(" + kernel.vec_type_hint + ")");
  if (kernel.required_sub_group_size != 0)
    add("intel_reqd_sub_group_size(" + std::to_string(kernel.required_sub_group_size) + ")");
  return text;
}

const char* kind_of(const Argument& argument) {
  switch (argument.kind) {
    case ArgumentKind::k_buffer:
      return "buffer";
    case ArgumentKind::k_local:
      return "local";
    case ArgumentKind::k_image:
      return "image";
    case ArgumentKind::k_sampler:
      return "sampler";
    case ArgumentKind::k_pipe:
      return "pipe";
    default:
      return "value";
  }
}

void write_argument(JsonWriter& json, const Argument& argument) {
  json.put("kind", kind_of(argument), "size", argument.size, "name", argument.name, "type_name", argument.type);
  json.put("address", argument.address_space == AddressSpace::k_private ? "private" : keyword(argument.address_space));
  if (argument.access != Access::k_none) json.put("access", keyword(argument.access));
  std::vector<std::string> qualifiers;
  if (argument.is_const || argument.address_space == AddressSpace::k_constant) qualifiers.emplace_back("const");
  if (argument.is_restrict) qualifiers.emplace_back("restrict");
  if (argument.is_volatile) qualifiers.emplace_back("volatile");
  if (!qualifiers.empty()) json.key("qualifiers").values(qualifiers);
}

// With the argument behind which checks or counters lie, which no source has.
std::vector<Argument> arguments_of(const KernelInterface& kernel, const llvm::Function* function) {
  constexpr unsigned k_pointer_bytes = 8;
  std::vector<Argument> arguments = kernel.arguments;
  if (function == nullptr || !function->hasFnAttribute(k_hidden_argument)) return arguments;
  Argument& hidden = arguments.emplace_back();
  hidden.kind = ArgumentKind::k_buffer;
  hidden.size = k_pointer_bytes;
  hidden.name = function->getFnAttribute(k_hidden_argument).getValueAsString().str();
  hidden.type = "ulong*";
  hidden.address_space = AddressSpace::k_global;
  return arguments;
}

// The bytes of variables in global memory, which keep their values from kernel to kernel.
std::uint64_t variable_bytes(const llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  std::uint64_t end = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    const bool is_of_program = !variable.isDeclaration() && !variable.isConstant();
    if (variable.getAddressSpace() != llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL || !is_of_program) continue;
    end = llvm::alignTo(end, layout.getValueOrABITypeAlignment(variable.getAlign(), variable.getValueType()));
    end += layout.getTypeAllocSize(variable.getValueType());
  }
  return end;
}

}  // namespace

void add_kernel_facts(llvm::Module& module, const Interface& interface) {
  JsonWriter json(-1);
  json.begin_object().put("version", 1);
  if (const std::uint64_t bytes = variable_bytes(module); bytes != 0) json.put("variable_bytes", bytes);
  json.key("kernels").objects(interface.kernels, [&](const KernelInterface& kernel) {
    json.put("name", kernel.name, "attributes", attributes_of(kernel));
    if (kernel.required_work_group_size[0] != 0)
      json.key("required_group_size").values(kernel.required_work_group_size);
    const llvm::Function* function = module.getFunction(kernel.name);
    const std::uint64_t dynamic = function == nullptr ? 0 : dynamic_local_bytes(*function);
    if (dynamic != 0) json.put("dynamic_bytes", dynamic);
    json.key("arguments").objects(arguments_of(kernel, function), [&](const Argument& one) {
      write_argument(json, one);
    });
  });
  llvm::Constant* text = llvm::ConstantDataArray::getString(module.getContext(), json.end_object().text());
  new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::ExternalLinkage, text, "clc_kernels",
                           nullptr, llvm::GlobalValue::NotThreadLocal, llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL);
}

}  // namespace clc::worker

// Code objects as the front sees them.
#include <algorithm>

#include "device/device.h"

namespace clc::emulator {
namespace {

front::ArgumentFacts facts_of(const KernelArgument& argument) {
  using Kind = front::ArgumentFacts::Kind;
  front::ArgumentFacts facts;
  facts.kind = argument.kind == "by_value"                 ? Kind::k_value
               : argument.kind == "global_buffer"          ? Kind::k_buffer
               : argument.kind == "dynamic_shared_pointer" ? Kind::k_local
               : argument.kind == "sampler"                ? Kind::k_sampler
                                                           : Kind::k_image;
  facts.size = argument.size;
  facts.name = argument.name;
  facts.type_name = argument.type_name;
  const bool is_image = facts.kind == Kind::k_image;
  facts.address = argument.address_space == "global" || is_image ? CL_KERNEL_ARG_ADDRESS_GLOBAL
                  : argument.address_space == "constant"         ? CL_KERNEL_ARG_ADDRESS_CONSTANT
                  : argument.address_space == "local"            ? CL_KERNEL_ARG_ADDRESS_LOCAL
                                                                 : CL_KERNEL_ARG_ADDRESS_PRIVATE;
  facts.access = argument.access == "read_only"    ? CL_KERNEL_ARG_ACCESS_READ_ONLY
                 : argument.access == "write_only" ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
                 : argument.access == "read_write" ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                                   : CL_KERNEL_ARG_ACCESS_NONE;
  if (argument.is_const) facts.qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
  if (argument.is_restrict) facts.qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (argument.is_volatile) facts.qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
  return facts;
}

std::string attributes_of(const KernelCode& kernel) {
  std::string text;
  const auto add = [&](const std::string& attribute) { text += (text.empty() ? "" : " ") + attribute; };
  const auto add_size = [&](const char* name, const std::array<std::uint32_t, 3>& size) {
    if (size[0] == 0) return;
    add(std::string(name) + "(" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
        std::to_string(size[2]) + ")");
  };
  add_size("reqd_work_group_size", kernel.required_group_size);
  add_size("work_group_size_hint", kernel.group_size_hint);
  if (!kernel.vector_type_hint.empty()) add("vec_type_hint(" + kernel.vector_type_hint + ")");
  return text;
}

front::KernelFacts facts_of(const KernelCode& kernel) {
  front::KernelFacts facts;
  facts.name = kernel.name;
  for (const KernelArgument& argument : kernel.arguments) {
    if (!argument.is_hidden()) facts.arguments.push_back(facts_of(argument));
  }
  facts.max_group_size = kernel.max_group_size;
  facts.preferred_multiple = facts.sub_group_size = kernel.wave_size;
  std::copy(kernel.required_group_size.begin(), kernel.required_group_size.end(), facts.required_group_size.begin());
  facts.attributes = attributes_of(kernel);
  facts.local_bytes = kernel.descriptor.lds_bytes;
  facts.private_bytes = kernel.descriptor.scratch_bytes;
  facts.has_uniform_groups = kernel.has_uniform_groups;
  return facts;
}

}  // namespace

EmulatedCode::EmulatedCode(CodeObject object, std::vector<std::uint8_t> file)
    : loaded_(std::move(object), std::move(file), memory()) {
  for (const auto& [name, kernel] : loaded_.object().kernels) facts_.push_back(facts_of(kernel));
}

}  // namespace clc::emulator

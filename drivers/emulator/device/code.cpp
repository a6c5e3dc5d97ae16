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
                                                           : Kind::k_other;
  facts.size = argument.size;
  facts.name = argument.name;
  facts.type_name = argument.type_name;
  facts.address = argument.address_space == "global"     ? CL_KERNEL_ARG_ADDRESS_GLOBAL
                  : argument.address_space == "constant" ? CL_KERNEL_ARG_ADDRESS_CONSTANT
                  : argument.address_space == "local"    ? CL_KERNEL_ARG_ADDRESS_LOCAL
                                                         : CL_KERNEL_ARG_ADDRESS_PRIVATE;
  if (argument.is_const) facts.qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
  if (argument.is_restrict) facts.qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (argument.is_volatile) facts.qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
  return facts;
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
  if (facts.required_group_size[0] != 0) {
    const auto& size = kernel.required_group_size;
    facts.attributes = "reqd_work_group_size(" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
                       std::to_string(size[2]) + ")";
  }
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

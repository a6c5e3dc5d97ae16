#include "view.h"

namespace clc {
namespace {

clc_argument_kind kind_of(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::k_value:
      return CLC_ARGUMENT_VALUE;
    case ArgumentKind::k_buffer:
      return CLC_ARGUMENT_BUFFER;
    case ArgumentKind::k_local:
      return CLC_ARGUMENT_LOCAL;
    case ArgumentKind::k_image:
      return CLC_ARGUMENT_IMAGE;
    case ArgumentKind::k_sampler:
      return CLC_ARGUMENT_SAMPLER;
    case ArgumentKind::k_pipe:
      return CLC_ARGUMENT_PIPE;
    case ArgumentKind::k_queue:
      break;
  }
  return CLC_ARGUMENT_QUEUE;
}

clc_argument shown(const Argument& argument) {
  clc_argument result{};
  result.name = argument.name.c_str();
  result.type = argument.type.c_str();
  result.plain_type = argument.plain_type().c_str();
  result.address_space = keyword(argument.address_space);
  result.access = keyword(argument.access);
  result.kind = kind_of(argument.kind);
  result.is_const = argument.is_const ? 1 : 0;
  result.is_volatile = argument.is_volatile ? 1 : 0;
  result.is_restrict = argument.is_restrict ? 1 : 0;
  result.size = argument.size;
  result.alignment = argument.alignment;
  return result;
}

}  // namespace

const clc_kernel* View::add(const KernelInterface& kernel) {
  std::vector<const clc_argument*> arguments;
  for (const Argument& argument : kernel.arguments) arguments.push_back(arguments_.add(shown(argument)));
  const auto& group = kernel.required_work_group_size;
  return kernels_.add({kernel.name.c_str(),
                       kernel.arguments.size(),
                       arguments_.add_list(std::move(arguments)),
                       {group[0], group[1], group[2]}});
}

const clc_interface* View::add(const Interface& interface) {
  std::vector<const clc_kernel*> kernels;
  for (const KernelInterface& kernel : interface.kernels) kernels.push_back(add(kernel));
  return interfaces_.add({interface.kernels.size(), kernels_.add_list(std::move(kernels))});
}

const clc_variant* View::add(const Variant& variant, const clc_interface* interface) {
  const List<clc_matrix_unit> units = add_list(matrix_units(variant.target));
  return variants_.add({variant.target.c_str(), variant.format.c_str(), variant.sha256.c_str(), variant.size, interface,
                        units.count, units.items});
}

const clc_module* View::add(const Module& module) {
  std::vector<const clc_interface*> interfaces;
  for (const Interface& interface : module.interfaces) interfaces.push_back(add(interface));
  std::vector<const clc_variant*> variants;
  for (const Variant& variant : module.variants) variants.push_back(add(variant, interfaces[variant.interface]));
  const List<clc_variant> list = add_list(std::move(variants));
  return modules_.add({module.name.c_str(), module.tuning.of.c_str(), list.count, list.items});
}

View::List<clc_matrix_unit> View::add_list(const std::vector<MatrixUnit>& units) {
  std::vector<const clc_matrix_unit*> list;
  for (const MatrixUnit& unit : units)
    list.push_back(
        matrix_units_.add({unit.rows, unit.columns, unit.depth, unit.a, unit.b, unit.sum, unit.saturates ? 1 : 0}));
  return {units.size(), matrix_units_.add_list(std::move(list))};
}

View::List<clc_module> View::add_list(const std::vector<Module>& modules) {
  std::vector<const clc_module*> list;
  for (const Module& module : modules) list.push_back(add(module));
  return {modules.size(), modules_.add_list(std::move(list))};
}

View::List<clc_variant> View::add_list(std::vector<const clc_variant*> variants) {
  const std::size_t count = variants.size();
  return {count, variants_.add_list(std::move(variants))};
}

View::List<clc_refusal> View::add_list(const std::vector<Refusal>& refusals) {
  std::vector<const clc_refusal*> list;
  for (const Refusal& refusal : refusals)
    list.push_back(refusals_.add({refusal.target.c_str(), refusal.reason.c_str()}));
  return {refusals.size(), refusals_.add_list(std::move(list))};
}

View::List<clc_parameter> View::add_list(const std::map<std::string, std::string>& parameters) {
  std::vector<const clc_parameter*> list;
  for (const auto& [name, value] : parameters) list.push_back(parameters_.add({name.c_str(), value.c_str()}));
  return {parameters.size(), parameters_.add_list(std::move(list))};
}

}  // namespace clc

#include "bindings/prototype.h"

#include <vector>

#include "base/text.h"

namespace clc {

std::string sizes_text(const std::array<std::uint64_t, 3>& sizes, const char* separator) {
  return std::to_string(sizes[0]) + separator + std::to_string(sizes[1]) + separator + std::to_string(sizes[2]);
}

bool is_set(const std::array<std::uint64_t, 3>& sizes) {
  return sizes != std::array<std::uint64_t, 3>{0, 0, 0};
}

std::string argument_text(const Argument& argument) {
  std::string text;
  if (is_pointer(argument)) text += keyword(argument.address_space);
  text += keyword(argument.access);
  if (!text.empty()) text += " ";
  if (argument.is_const && argument.address_space != AddressSpace::k_constant) text += "const ";
  if (argument.is_volatile) text += "volatile ";
  text += argument.type;
  if (argument.is_restrict) text += " restrict";
  return argument.name.empty() ? text : text + " " + argument.name;
}

std::string prototype(const KernelInterface& kernel) {
  std::string text = "kernel ";
  if (is_set(kernel.required_work_group_size))
    text += "reqd_work_group_size(" + sizes_text(kernel.required_work_group_size, ", ") + ") ";
  if (is_set(kernel.work_group_size_hint))
    text += "work_group_size_hint(" + sizes_text(kernel.work_group_size_hint, ", ") + ") ";
  if (!kernel.vec_type_hint.empty()) text += "vec_type_hint(" + kernel.vec_type_hint + ") ";
  if (kernel.required_sub_group_size != 0)
    text += "intel_reqd_sub_group_size(" + std::to_string(kernel.required_sub_group_size) + ") ";
  std::vector<std::string> arguments;
  for (const Argument& argument : kernel.arguments) arguments.push_back(argument_text(argument));
  return text + "void " + kernel.name + "(" + join(arguments, ", ") + ")";
}

}  // namespace clc

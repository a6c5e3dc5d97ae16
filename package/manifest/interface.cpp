#include "clc/package/interface.h"

#include <algorithm>
#include <tuple>

namespace clc {
namespace {

auto fields(const Argument& a) {
  return std::tie(a.name, a.kind, a.address_space, a.access, a.type, a.resolved_type, a.is_const, a.is_volatile,
                  a.is_restrict, a.size, a.alignment, a.extra);
}

auto fields(const StructMember& m) {
  return std::tie(m.name, m.type, m.offset, m.size, m.extra);
}

auto fields(const StructLayout& s) {
  return std::tie(s.name, s.size, s.alignment, s.is_union, s.members, s.extra);
}

auto fields(const KernelInterface& k) {
  return std::tie(k.name, k.arguments, k.required_work_group_size, k.work_group_size_hint, k.vec_type_hint,
                  k.required_sub_group_size, k.extra);
}

template <class T>
const T* find_named(const std::vector<T>& list, const std::string& name) {
  const auto found = std::ranges::find(list, name, &T::name);
  return found == list.end() ? nullptr : &*found;
}

std::string contract_of(const Argument& argument) {
  std::string text = keyword(argument.access);
  if (is_pointer(argument)) text += keyword(argument.address_space);
  if (!text.empty()) text += " ";
  // Constant memory is const anyway.
  if (is_pointer(argument) && argument.is_const && argument.address_space != AddressSpace::k_constant) text += "const ";
  return text + argument.plain_type();
}

std::string contract_of(const StructLayout& layout) {
  std::string text =
      (layout.is_union ? "union " : "struct ") + layout.name + " of " + std::to_string(layout.size) + " {";
  for (const StructMember& member : layout.members) {
    text += (&member == &layout.members.front() ? "" : ", ") + member.type + " " + member.name + " at " +
            std::to_string(member.offset);
  }
  return text + "}";
}

// Adds the layouts that a type needs, each once, followed by those of its members.
void add_layouts(const Interface& interface, const std::string& type, std::vector<const StructLayout*>& into) {
  const StructLayout* layout = interface.find_struct(base_type(type));
  if (layout == nullptr || std::ranges::find(into, layout) != into.end()) return;
  into.push_back(layout);
  for (const StructMember& member : layout->members) add_layouts(interface, member.type, into);
}

}  // namespace

bool Argument::operator==(const Argument& other) const {
  return fields(*this) == fields(other);
}

bool KernelInterface::operator==(const KernelInterface& other) const {
  return fields(*this) == fields(other);
}

bool StructMember::operator==(const StructMember& other) const {
  return fields(*this) == fields(other);
}

bool StructLayout::operator==(const StructLayout& other) const {
  return fields(*this) == fields(other);
}

bool Interface::operator==(const Interface& other) const {
  return kernels == other.kernels && structs == other.structs && extra == other.extra;
}

const KernelInterface* Interface::find(const std::string& name) const {
  return find_named(kernels, name);
}

const StructLayout* Interface::find_struct(const std::string& name) const {
  return find_named(structs, name);
}

bool is_pointer(const Argument& argument) {
  return argument.kind == ArgumentKind::k_buffer || argument.kind == ArgumentKind::k_local;
}

const char* keyword(AddressSpace space) {
  switch (space) {
    case AddressSpace::k_global:
      return "global";
    case AddressSpace::k_constant:
      return "constant";
    case AddressSpace::k_local:
      return "local";
    case AddressSpace::k_private:
      return "";
  }
  return "";
}

const char* keyword(Access access) {
  switch (access) {
    case Access::k_read_only:
      return "read_only";
    case Access::k_write_only:
      return "write_only";
    case Access::k_read_write:
      return "read_write";
    case Access::k_none:
      return "";
  }
  return "";
}

std::string base_type(const std::string& type) {
  return type.substr(0, type.find_first_of("*["));
}

std::string launch_contract(const Interface& interface, const KernelInterface& kernel) {
  std::string text = "(";
  std::vector<const StructLayout*> layouts;
  for (const Argument& argument : kernel.arguments) {
    text += (text.size() == 1 ? "" : ", ") + contract_of(argument);
    add_layouts(interface, argument.plain_type(), layouts);
  }
  text += ")";
  if (const auto& sizes = kernel.required_work_group_size; sizes[0] != 0) {
    text += " in groups of " + std::to_string(sizes[0]) + " x " + std::to_string(sizes[1]) + " x " +
            std::to_string(sizes[2]);
  }
  for (const StructLayout* layout : layouts) text += "; " + contract_of(*layout);
  return text;
}

}  // namespace clc

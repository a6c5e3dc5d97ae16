#include "clc/internal/interface_json.h"

#include <algorithm>

namespace clc {

namespace {

// The names of kinds of arguments, in the order of the enumerators.
const std::vector<const char*> k_kinds = {"value", "buffer", "local", "image", "sampler", "pipe", "queue"};
const std::vector<const char*> k_spaces = {"private", "global", "constant", "local"};
const std::vector<const char*> k_accesses = {"none", "read_only", "write_only", "read_write"};

constexpr std::uint64_t k_max_size = std::uint64_t{1} << 32;             // of arguments and structs
constexpr std::uint64_t k_max_work_group_size = std::uint64_t{1} << 32;  // work-items in all
constexpr const char* k_group_sizes = "three sizes of a work-group";

template <class Enum>
const char* name_of(const std::vector<const char*>& names, Enum value) {
  auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : "?";
}

Json argument_to_json(const Argument& argument) {
  Json json = {{"name", argument.name},
               {"kind", name_of(k_kinds, argument.kind)},
               {"address_space", name_of(k_spaces, argument.address_space)},
               {"access", name_of(k_accesses, argument.access)},
               {"type", argument.type},
               {"size", argument.size},
               {"alignment", argument.alignment}};
  put_optional(json, "resolved_type", argument.resolved_type);
  put_optional(json, "const", std::uint64_t{argument.is_const});
  put_optional(json, "volatile", std::uint64_t{argument.is_volatile});
  put_optional(json, "restrict", std::uint64_t{argument.is_restrict});
  put_extra(json, argument.extra);
  return json;
}

std::uint64_t alignment_from_json(ObjectReader& reader) {
  const std::uint64_t alignment = reader.number("alignment", k_max_size);
  if ((alignment & (alignment - 1)) != 0) reader.complain("has an alignment that is not a power of two");
  return alignment;
}

Argument argument_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Argument argument;
  argument.name = reader.text("name");
  argument.kind = static_cast<ArgumentKind>(reader.one_of("kind", k_kinds));
  argument.address_space = static_cast<AddressSpace>(reader.one_of("address_space", k_spaces));
  argument.access = static_cast<Access>(reader.one_of("access", k_accesses));
  argument.type = reader.text("type");
  argument.resolved_type = reader.optional_text("resolved_type");
  argument.size = reader.number("size", k_max_size);
  argument.alignment = alignment_from_json(reader);
  argument.is_const = reader.optional_flag("const");
  argument.is_volatile = reader.optional_flag("volatile");
  argument.is_restrict = reader.optional_flag("restrict");
  argument.extra = reader.extra();
  return argument;
}

Json kernel_to_json(const KernelInterface& kernel) {
  Json arguments = Json::array();
  for (const Argument& argument : kernel.arguments) arguments.push_back(argument_to_json(argument));
  Json json = {{"name", kernel.name}, {"arguments", std::move(arguments)}};
  put_size3(json, "required_work_group_size", kernel.required_work_group_size);
  put_size3(json, "work_group_size_hint", kernel.work_group_size_hint);
  put_optional(json, "vec_type_hint", kernel.vec_type_hint);
  put_optional(json, "required_sub_group_size", kernel.required_sub_group_size);
  put_extra(json, kernel.extra);
  return json;
}

KernelInterface kernel_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  KernelInterface kernel;
  kernel.name = reader.text("name");
  if (kernel.name.empty()) reader.complain("has an empty name");
  reader.each("arguments", true, [&](const Json& element, const std::string& place) {
    kernel.arguments.push_back(argument_from_json(element, place, problem));
  });
  kernel.required_work_group_size =
      size3_from_json(reader, "required_work_group_size", false, k_max_work_group_size, k_group_sizes);
  kernel.work_group_size_hint =
      size3_from_json(reader, "work_group_size_hint", false, k_max_work_group_size, k_group_sizes);
  kernel.vec_type_hint = reader.optional_text("vec_type_hint");
  kernel.required_sub_group_size = reader.optional_number("required_sub_group_size", k_max_work_group_size);
  kernel.extra = reader.extra();
  return kernel;
}

Json member_to_json(const StructMember& member) {
  Json json = {{"name", member.name}, {"type", member.type}, {"offset", member.offset}, {"size", member.size}};
  put_extra(json, member.extra);
  return json;
}

StructMember member_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  StructMember member;
  member.name = reader.text("name");
  member.type = reader.text("type");
  member.offset = reader.number("offset", k_max_size);
  member.size = reader.number("size", k_max_size);
  member.extra = reader.extra();
  return member;
}

Json struct_to_json(const StructLayout& layout) {
  Json members = Json::array();
  for (const StructMember& member : layout.members) members.push_back(member_to_json(member));
  Json json = {
      {"name", layout.name}, {"size", layout.size}, {"alignment", layout.alignment}, {"members", std::move(members)}};
  put_optional(json, "union", std::uint64_t{layout.is_union});
  put_extra(json, layout.extra);
  return json;
}

StructLayout struct_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  StructLayout layout;
  layout.name = reader.text("name");
  if (layout.name.empty()) reader.complain("has an empty name");
  layout.size = reader.number("size", k_max_size);
  layout.alignment = alignment_from_json(reader);
  reader.each("members", true, [&](const Json& element, const std::string& place) {
    layout.members.push_back(member_from_json(element, place, problem));
    const StructMember& member = layout.members.back();
    if (member.offset > layout.size || member.size > layout.size - member.offset) {
      reader.complain("has a member that does not lie in it");
    }
  });
  layout.is_union = reader.optional_flag("union");
  layout.extra = reader.extra();
  return layout;
}

// Writes the entries in the order of their names.
template <class T>
Json sorted_list(const std::vector<T>& entries, Json (*to_json)(const T&)) {
  std::vector<const T*> sorted;
  for (const T& entry : entries) sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->name < b->name; });
  Json list = Json::array();
  for (const T* entry : sorted) list.push_back(to_json(*entry));
  return list;
}

template <class T>
void read_sorted_list(ObjectReader& reader, const char* key, bool required, std::vector<T>& into, std::string& problem,
                      T (*from_json)(const Json&, const std::string&, std::string&)) {
  reader.each(key, required, [&](const Json& element, const std::string& place) {
    into.push_back(from_json(element, place, problem));
    const std::size_t count = into.size();
    if (count > 1 && into[count - 2].name >= into[count - 1].name) {
      reader.complain("has " + std::string(key) + " that are not sorted by name, or one twice");
    }
  });
}

}  // namespace

void put_size3(Json& json, const char* key, const Size3& sizes) {
  if (sizes != Size3{0, 0, 0}) json[key] = sizes;
}

Size3 size3_from_json(ObjectReader& reader, const char* key, bool required, std::uint64_t most, const char* what) {
  Size3 sizes{0, 0, 0};
  const Json* array = reader.array(key, required);
  if (array == nullptr) return sizes;
  bool right = array->size() == sizes.size();
  for (std::size_t i = 0; right && i < sizes.size(); ++i) {
    const Json& size = (*array)[i];
    right = size.is_number_unsigned() && size != 0 && size.get<std::uint64_t>() <= most;
    if (!right) break;
    sizes[i] = size.get<std::uint64_t>();
    most /= sizes[i];  // for the product of the sizes that follow
  }
  if (!right) reader.complain("has a \"" + std::string(key) + "\" that is not " + what);
  return sizes;
}

Json interface_to_json(const Interface& interface) {
  Json json = {{"kernels", sorted_list(interface.kernels, kernel_to_json)}};
  put_optional(json, "structs", sorted_list(interface.structs, struct_to_json));
  put_extra(json, interface.extra);
  return json;
}

Interface interface_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Interface interface;
  read_sorted_list(reader, "kernels", true, interface.kernels, problem, kernel_from_json);
  read_sorted_list(reader, "structs", false, interface.structs, problem, struct_from_json);
  interface.extra = reader.extra();
  return interface;
}

Json match_to_json(const Match& match) {
  Json json = Json::object();
  put_optional(json, "platform_version", match.platform_version);
  put_optional(json, "driver_version", match.driver_version);
  put_optional(json, "device_version", match.device_version);
  put_optional(json, "device_name", match.device_name);
  put_optional(json, "inspection_only", match.inspection_only);
  put_extra(json, match.extra);
  return json;
}

Match match_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Match match;
  match.platform_version = reader.optional_text("platform_version");
  match.driver_version = reader.optional_text("driver_version");
  match.device_version = reader.optional_text("device_version");
  match.device_name = reader.optional_text("device_name");
  match.inspection_only = reader.optional_text("inspection_only");
  match.extra = reader.extra();
  return match;
}

}  // namespace clc

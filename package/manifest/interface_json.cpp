#include "clc/internal/interface_json.h"

#include <algorithm>

#include "base/fields/json_fields.h"
#include "clc/internal/match_fields.h"

namespace clc {
namespace {

const EnumNames k_kinds = {"value", "buffer", "local", "image", "sampler", "pipe", "queue"};
const EnumNames k_spaces = {"private", "global", "constant", "local"};
const EnumNames k_accesses = {"none", "read_only", "write_only", "read_write"};

constexpr std::uint64_t k_max_size = std::uint64_t{1} << 32;             // of arguments and structs
constexpr std::uint64_t k_max_work_group_size = std::uint64_t{1} << 32;  // work-items in all
constexpr const char* k_group_sizes = "three sizes of a work-group";

bool is_power_of_two_or_0(std::uint64_t number) {
  return (number & (number - 1)) == 0;
}

template <class F, class Number>
void alignment(F& f, Number& value) {
  f.number("alignment", value, k_max_size);
  f.require(is_power_of_two_or_0(value), "has an alignment that is not a power of two");
}

// Fields of entries that stand in the order of their names.
template <class T>
std::vector<T> sorted(std::vector<T> entries) {
  std::ranges::stable_sort(entries, {}, &T::name);
  return entries;
}

template <class T>
bool is_sorted(const std::vector<T>& entries) {
  return std::ranges::adjacent_find(entries, [](const T& a, const T& b) { return a.name >= b.name; }) == entries.end();
}

void group_size(JsonFieldWriter& f, const char* key, const Size3& sizes) {
  put_size3(f.json(), key, sizes);
}

void group_size(JsonFieldReader& f, const char* key, Size3& sizes) {
  sizes = size3_from_json(f.object_reader(), key, false, k_max_work_group_size, k_group_sizes);
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, Argument>& argument) {
  f.text("name", argument.name);
  f.choice("kind", argument.kind, k_kinds);
  f.choice("address_space", argument.address_space, k_spaces);
  f.choice("access", argument.access, k_accesses);
  f.text("type", argument.type);
  f.optional_text("resolved_type", argument.resolved_type);
  f.number("size", argument.size, k_max_size);
  alignment(f, argument.alignment);
  f.optional_flag("const", argument.is_const);
  f.optional_flag("volatile", argument.is_volatile);
  f.optional_flag("restrict", argument.is_restrict);
  f.extra(argument.extra);
}

template <class F>
void fields(F& f, FieldsOf<F, KernelInterface>& kernel) {
  f.text("name", kernel.name);
  f.require(!kernel.name.empty(), "has an empty name");
  f.list("arguments", kernel.arguments);
  group_size(f, "required_work_group_size", kernel.required_work_group_size);
  group_size(f, "work_group_size_hint", kernel.work_group_size_hint);
  f.optional_text("vec_type_hint", kernel.vec_type_hint);
  f.optional_number("required_sub_group_size", kernel.required_sub_group_size, k_max_work_group_size);
  f.extra(kernel.extra);
}

template <class F>
void fields(F& f, FieldsOf<F, StructMember>& member) {
  f.all("name", member.name, "type", member.type);
  f.number("offset", member.offset, k_max_size);
  f.number("size", member.size, k_max_size);
  f.extra(member.extra);
}

template <class F>
void fields(F& f, FieldsOf<F, StructLayout>& layout) {
  f.text("name", layout.name);
  f.require(!layout.name.empty(), "has an empty name");
  f.number("size", layout.size, k_max_size);
  alignment(f, layout.alignment);
  f.list("members", layout.members);
  for (const StructMember& member : layout.members) {
    const bool is_inside = member.offset <= layout.size && member.size <= layout.size - member.offset;
    f.require(is_inside, "has a member that does not lie in it");
  }
  f.optional_flag("union", layout.is_union);
  f.extra(layout.extra);
}

// Interfaces are written in order, and must be in order when they are read.
template <class F>
void fields(F& f, FieldsOf<F, Interface>& interface) {
  if constexpr (F::k_reads) {
    f.list("kernels", interface.kernels);
    f.optional_list("structs", interface.structs);
  } else {
    f.list("kernels", sorted(interface.kernels));
    f.optional_list("structs", sorted(interface.structs));
  }
  f.require(is_sorted(interface.kernels), "has kernels that are not sorted by name, or one twice");
  f.require(is_sorted(interface.structs), "has structs that are not sorted by name, or one twice");
  f.extra(interface.extra);
}

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

Json json_of(const Interface& interface) {
  return json_of<Interface>(interface);
}

void read_json(const Json& json, const std::string& where, std::string& problem, Interface& interface) {
  read_json<Interface>(json, where, problem, interface);
}

Json json_of(const Match& match) {
  return json_of<Match>(match);
}

void read_json(const Json& json, const std::string& where, std::string& problem, Match& match) {
  read_json<Match>(json, where, problem, match);
}

}  // namespace clc

#include "bindings/launcher_types.h"

#include <algorithm>

#include "base/text.h"
#include "bindings/cpp_names.h"

namespace clc {
namespace {

constexpr const char* k_scalars[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                     "long", "ulong", "half",  "float",  "double"};
constexpr const char* k_widths[] = {"", "2", "3", "4", "8", "16"};

bool is_scalar_or_vector(const std::string& type) {
  return std::ranges::any_of(k_scalars, [&](const std::string& scalar) {
    return std::ranges::any_of(k_widths, [&](const char* width) { return type == scalar + width; });
  });
}

// "float4" of "float4*", "float" of "float[4]*": what a buffer's elements are.
std::string element_type(const std::string& pointer) {
  return std::ranges::count(pointer, '*') == 1 ? base_type(pointer) : "";
}

std::optional<Wanted> wanted_pointer(const Interface& interface, const Argument& argument) {
  const std::string element = element_type(argument.plain_type());
  const bool is_local = argument.kind == ArgumentKind::k_local;
  const bool is_const = argument.is_const || argument.address_space == AddressSpace::k_constant;
  const std::string qualifier = is_const && !is_local ? "const " : "";
  const std::string view = is_local ? "clc::local" : "clc::buffer";
  const std::string check = std::string("::clc::typed::") + (is_local ? "LocalOf<" : "BufferOf<") + qualifier;
  if (element == "void") return Wanted{check + "void>", view + " of any type"};
  const std::optional<std::string> type = host_type(interface, element);
  if (!type) return std::nullopt;
  std::string takes = view + "<" + *type + ">" + (is_local ? "(count)" : "");
  if (!qualifier.empty()) takes += " or " + view + "<const " + *type + ">";
  return Wanted{check + "::" + *type + ">", takes};
}

std::optional<Wanted> wanted_image(const Argument& argument) {
  const std::string& type = argument.plain_type();
  if (!is_any_of(type, {"image1d_t", "image1d_array_t", "image1d_buffer_t", "image2d_t", "image2d_array_t",
                        "image2d_depth_t", "image2d_array_depth_t", "image2d_msaa_t", "image2d_array_msaa_t",
                        "image2d_msaa_depth_t", "image2d_array_msaa_depth_t", "image3d_t"})) {
    return std::nullopt;
  }
  const std::string access = keyword(argument.access);
  std::string takes = "clc::image<clc::" + type + ">";
  if (argument.access != Access::k_read_write) takes += " or clc::" + access + "_image<clc::" + type + ">";
  return Wanted{"::clc::typed::ImageOf<::clc::" + type + ", ::clc::Access::k_" + access + ">", takes};
}

}  // namespace

std::optional<std::string> host_type(const Interface& interface, const std::string& plain_type) {
  if (is_scalar_or_vector(plain_type)) return "cl_" + plain_type;
  if (plain_type == "bool") return "bool";
  // "a" and "a::b", whose parts C++ takes as they are.
  const bool is_struct = interface.find_struct(plain_type) != nullptr && parse_namespace(plain_type).has_value();
  return is_struct ? std::optional(plain_type) : std::nullopt;
}

bool is_host_scalar(const std::string& host_type) {
  return std::ranges::any_of(k_scalars, [&](const std::string& scalar) { return host_type == "cl_" + scalar; });
}

std::optional<Wanted> wanted_for(const Interface& interface, const Argument& argument) {
  switch (argument.kind) {
    case ArgumentKind::k_value:
      if (const std::optional<std::string> type = host_type(interface, argument.plain_type()))
        return Wanted{"::clc::typed::Value<::" + *type + ">", "exactly a " + *type};
      return std::nullopt;
    case ArgumentKind::k_buffer:
    case ArgumentKind::k_local:
      return wanted_pointer(interface, argument);
    case ArgumentKind::k_image:
      return wanted_image(argument);
    case ArgumentKind::k_sampler:
      return Wanted{"::clc::typed::HandleOf<::cl_sampler>", "a cl_sampler"};
    case ArgumentKind::k_queue:
      return Wanted{"::clc::typed::HandleOf<::cl_command_queue>", "a cl_command_queue"};
    case ArgumentKind::k_pipe:
      return Wanted{"::clc::typed::Pipe", "clc::pipe"};
  }
  return std::nullopt;
}

}  // namespace clc

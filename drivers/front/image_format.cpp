#include "front/image_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/srgb.h"

namespace clc::front {
namespace {

constexpr std::size_t k_red = 0, k_green = 1, k_blue = 2, k_alpha = 3;

// The components of a colour in the order of a texel's channels.
struct Order {
  cl_channel_order name;
  std::vector<std::size_t> channels;
};

const Order* find_order(cl_channel_order name) {
  static const std::vector<Order> orders{{CL_R, {k_red}},
                                         {CL_A, {k_alpha}},
                                         {CL_INTENSITY, {k_red}},
                                         {CL_LUMINANCE, {k_red}},
                                         {CL_DEPTH, {k_red}},
                                         {CL_RG, {k_red, k_green}},
                                         {CL_RA, {k_red, k_alpha}},
                                         {CL_RGBA, {k_red, k_green, k_blue, k_alpha}},
                                         {CL_BGRA, {k_blue, k_green, k_red, k_alpha}},
                                         {CL_ARGB, {k_alpha, k_red, k_green, k_blue}},
                                         {CL_sRGBA, {k_red, k_green, k_blue, k_alpha}},
                                         {CL_ABGR, {k_alpha, k_blue, k_green, k_red}}};
  const auto found = std::find_if(orders.begin(), orders.end(), [&](const Order& one) { return one.name == name; });
  return found == orders.end() ? nullptr : &*found;
}

// 0: the type has no channels of its own, as CL_UNORM_SHORT_565, or there is no such type.
std::size_t channel_bytes(cl_channel_type type) {
  switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
      return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
      return 4;
    default:
      return 0;
  }
}

bool can_have(cl_channel_order order, cl_channel_type type) {
  const bool is_integer = type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32;
  switch (order) {
    case CL_INTENSITY:
    case CL_LUMINANCE:
      return !is_integer;
    case CL_DEPTH:
      return type == CL_UNORM_INT16 || type == CL_FLOAT;
    case CL_sRGBA:
      return type == CL_UNORM_INT8;
    case CL_BGRA:
    case CL_ARGB:
    case CL_ABGR:
      return channel_bytes(type) == 1;
    default:
      return true;
  }
}

template <class T>
void add_bytes(std::vector<std::uint8_t>& texel, T value) {
  std::uint8_t bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  texel.insert(texel.end(), bytes, bytes + sizeof value);
}

template <class T>
T normalized(float value) {
  constexpr auto k_most = static_cast<float>(std::numeric_limits<T>::max());
  if (std::isnan(value)) return 0;
  const float least = std::numeric_limits<T>::is_signed ? -1.0F : 0.0F;
  return static_cast<T>(std::nearbyint(std::clamp(value, least, 1.0F) * k_most));
}

template <class T, class From>
T saturated(From value) {
  return static_cast<T>(std::clamp<std::int64_t>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// The nearest `half`, of two equally near ones the even one.
std::uint16_t half_of(float value) {
  constexpr int k_least_exponent = -14, k_fraction_bits = 10;
  constexpr double k_infinite_from = 65520;
  constexpr std::uint16_t k_infinity = 0x7c00, k_nan = 0x7e00;
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const double size = std::fabs(static_cast<double>(value));
  if (std::isnan(value)) return k_nan;
  if (size >= k_infinite_from) return sign | k_infinity;
  const int exponent = size == 0 ? k_least_exponent : std::max(std::ilogb(size), k_least_exponent);
  const auto steps = static_cast<int>(std::nearbyint(std::ldexp(size, k_fraction_bits - exponent)));
  return static_cast<std::uint16_t>(sign | (((exponent - k_least_exponent) << k_fraction_bits) + steps));
}

void add_channel(std::vector<std::uint8_t>& texel, cl_channel_type type, const void* component) {
  cl_float real = 0;
  cl_int whole = 0;
  cl_uint natural = 0;
  std::memcpy(&real, component, sizeof real);
  std::memcpy(&whole, component, sizeof whole);
  std::memcpy(&natural, component, sizeof natural);
  switch (type) {
    case CL_SNORM_INT8:
      return add_bytes(texel, normalized<std::int8_t>(real));
    case CL_SNORM_INT16:
      return add_bytes(texel, normalized<std::int16_t>(real));
    case CL_UNORM_INT8:
      return add_bytes(texel, normalized<std::uint8_t>(real));
    case CL_UNORM_INT16:
      return add_bytes(texel, normalized<std::uint16_t>(real));
    case CL_SIGNED_INT8:
      return add_bytes(texel, saturated<std::int8_t>(whole));
    case CL_SIGNED_INT16:
      return add_bytes(texel, saturated<std::int16_t>(whole));
    case CL_UNSIGNED_INT8:
      return add_bytes(texel, saturated<std::uint8_t>(natural));
    case CL_UNSIGNED_INT16:
      return add_bytes(texel, saturated<std::uint16_t>(natural));
    case CL_HALF_FLOAT:
      return add_bytes(texel, half_of(real));
    default:
      return add_bytes(texel, natural);  // 32 bits as they are
  }
}

// Formats of OpenCL's that no device here has.
bool is_known_elsewhere(const cl_image_format& format) {
  const cl_channel_order order = format.image_channel_order;
  const cl_channel_type type = format.image_channel_data_type;
  const bool has_order = order >= CL_R && order <= CL_ABGR;
  const bool has_type = (type >= CL_SNORM_INT8 && type <= CL_UNORM_INT24) || type == CL_UNORM_INT_101010_2;
  const bool is_packed = channel_bytes(type) == 0;
  return has_order && has_type && (is_packed || find_order(order) == nullptr);
}

}  // namespace

std::optional<std::size_t> texel_bytes(const cl_image_format& format) {
  const Order* order = find_order(format.image_channel_order);
  const std::size_t bytes = channel_bytes(format.image_channel_data_type);
  if (order != nullptr && bytes != 0 && can_have(order->name, format.image_channel_data_type)) {
    return order->channels.size() * bytes;
  }
  require(is_known_elsewhere(format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  return std::nullopt;
}

bool is_same(const cl_image_format& one, const cl_image_format& other) {
  return one.image_channel_order == other.image_channel_order &&
         one.image_channel_data_type == other.image_channel_data_type;
}

std::vector<std::uint8_t> texel_of(const cl_image_format& format, const void* colour) {
  std::vector<std::uint8_t> texel;
  std::array<std::uint8_t, 4 * sizeof(cl_uint)> components{};
  std::memcpy(components.data(), colour, components.size());
  if (format.image_channel_order == CL_sRGBA) {
    std::array<float, 4> linear{};
    std::memcpy(linear.data(), colour, sizeof linear);
    for (std::size_t i = k_red; i < k_alpha; ++i) linear[i] = static_cast<float>(srgb_of_linear(linear[i]));
    std::memcpy(components.data(), linear.data(), sizeof linear);
  }
  for (const std::size_t component : find_order(format.image_channel_order)->channels) {
    add_channel(texel, format.image_channel_data_type, components.data() + component * sizeof(cl_uint));
  }
  return texel;
}

}  // namespace clc::front

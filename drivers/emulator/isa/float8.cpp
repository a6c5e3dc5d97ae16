#include "isa/float8.h"

#include <cmath>
#include <limits>

namespace clc::emulator {
namespace {

struct Shape {
  unsigned exponent_bits, fraction_bits;
  int bias;
};

constexpr Shape k_shapes[] = {{4, 3, 8}, {5, 2, 16}, {4, 3, 7}, {5, 2, 15}, {2, 3, 1}, {3, 2, 3}, {2, 1, 1}};

const Shape& shape_of(SmallFloat format) {
  return k_shapes[static_cast<unsigned>(format)];
}

bool is_fnuz(SmallFloat format) {
  return format == SmallFloat::k_fp8_fnuz || format == SmallFloat::k_bf8_fnuz;
}

// The number without sign, in units of the last place of the smallest exponent.
double magnitude_of(std::uint32_t bits, const Shape& shape) {
  const std::uint32_t fraction = bits & ((1U << shape.fraction_bits) - 1U);
  const auto exponent = static_cast<int>(bits >> shape.fraction_bits & ((1U << shape.exponent_bits) - 1U));
  const int least = 1 - shape.bias - static_cast<int>(shape.fraction_bits);
  if (exponent == 0) return std::ldexp(static_cast<double>(fraction), least);
  return std::ldexp(static_cast<double>(fraction | 1U << shape.fraction_bits), least + exponent - 1);
}

// The bits of the greatest number.
std::uint32_t greatest(SmallFloat format) {
  switch (format) {
    case SmallFloat::k_fp8:
      return 0x7e;
    case SmallFloat::k_bf8:
      return 0x7b;
    default:
      return (1U << (bits_of(format) - 1)) - 1U;
  }
}

std::uint32_t not_a_number(SmallFloat format) {
  return is_fnuz(format) ? 0x80 : 0x7f;
}

std::uint32_t beyond(SmallFloat format, bool saturates) {
  if (saturates || bits_of(format) < 8) return greatest(format);
  return format == SmallFloat::k_bf8 ? 0x7cU : not_a_number(format);
}

// `round` gives the whole number that a number of units becomes.
template <class Round>
std::uint8_t converted(float value, SmallFloat format, bool saturates, Round round) {
  const Shape& shape = shape_of(format);
  const std::uint32_t sign = std::signbit(value) ? 1U << (bits_of(format) - 1) : 0;
  if (std::isnan(value)) return static_cast<std::uint8_t>(is_fnuz(format) ? 0x80U : sign | not_a_number(format));
  std::uint32_t bits = beyond(format, saturates);
  if (!std::isinf(value)) {
    const int exponent = std::max(value == 0 ? 1 - shape.bias : std::ilogb(value), 1 - shape.bias);
    const double units =
        std::ldexp(std::fabs(static_cast<double>(value)), static_cast<int>(shape.fraction_bits) - exponent);
    const double whole = std::fmin(round(units), 1U << (shape.fraction_bits + 1));
    // A carry moves on to the next exponent.
    const std::uint64_t all = (static_cast<std::uint64_t>(exponent + shape.bias - 1) << shape.fraction_bits) +
                              static_cast<std::uint64_t>(whole);
    if (all <= greatest(format)) bits = static_cast<std::uint32_t>(all);
  }
  if (is_fnuz(format) && (bits == 0 || bits == 0x80)) return static_cast<std::uint8_t>(bits);
  return static_cast<std::uint8_t>(sign | bits);
}

}  // namespace

unsigned bits_of(SmallFloat format) {
  return 1 + shape_of(format).exponent_bits + shape_of(format).fraction_bits;
}

float small_to_float(std::uint32_t bits, SmallFloat format) {
  const unsigned size = bits_of(format);
  const std::uint32_t low = bits & ((1U << (size - 1)) - 1U);
  const bool negative = (bits >> (size - 1) & 1U) != 0;
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  if (is_fnuz(format) && negative && low == 0) return nan;
  if (format == SmallFloat::k_fp8 && low == 0x7f) return nan;
  if (format == SmallFloat::k_bf8 && low >= 0x7c) return low == 0x7c ? (negative ? -infinity : infinity) : nan;
  const auto value = static_cast<float>(magnitude_of(low, shape_of(format)));
  return negative ? -value : value;
}

std::uint8_t float_to_small(float value, SmallFloat format, bool saturates) {
  return converted(value, format, saturates, [](double units) {
    const double down = std::floor(units), rest = units - down;
    const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2.0) != 0);
    return up ? down + 1 : down;
  });
}

std::uint8_t float_to_small(float value, SmallFloat format, bool saturates, std::uint32_t noise) {
  return converted(value, format, saturates,
                   [noise](double units) { return std::floor(units + std::ldexp(static_cast<double>(noise), -32)); });
}

}  // namespace clc::emulator

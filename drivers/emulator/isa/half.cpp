#include "isa/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace clc::emulator {
namespace {

template <typename To, typename From>
To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace

float F16::to_float() const {
  const std::uint32_t sign = std::uint32_t{bits} >> 15U << 31U;
  const std::uint32_t exponent = bits >> 10U & 0x1fU, fraction = bits & 0x3ffU;
  if (exponent == 0x1f) return bit_cast<float>(sign | 0x7f800000U | fraction << 13U);
  if (exponent != 0) return bit_cast<float>(sign | (exponent + 112) << 23U | fraction << 13U);
  const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
  return sign != 0 ? -magnitude : magnitude;
}

// The value is scaled so that a unit in the last place of the half is 1, and rounded there as the environment says.
F16 F16::from(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) {
    const std::uint64_t fraction = bit_cast<std::uint64_t>(value) >> 42U & 0x3ffU;
    return F16{static_cast<std::uint16_t>(sign | 0x7e00U | fraction)};
  }
  if (std::isinf(value)) return F16{static_cast<std::uint16_t>(sign | 0x7c00U)};
  if (value == 0) return F16{sign};
  const int exponent = std::max(std::ilogb(value), -14);
  const double units = std::fabs(std::nearbyint(std::ldexp(value, 10 - exponent)));  // up to 2048
  const auto whole = static_cast<std::uint32_t>(units);
  // For a normal number, 1024 units are its implied bit; 2048 carry into the exponent.
  const std::uint32_t bits = static_cast<std::uint32_t>(exponent + 14) * 1024U + whole;
  if (bits < 0x7c00U) return F16{static_cast<std::uint16_t>(sign | bits)};
  // Too great: infinity, or the greatest number where the direction of rounding leads away from infinity.
  const bool away = std::nearbyint(sign != 0 ? -0.75 : 0.75) != 0 && std::nearbyint(sign != 0 ? -0.25 : 0.25) == 0;
  const bool to_infinity = away || std::nearbyint(sign != 0 ? -0.25 : 0.25) != 0;
  return F16{static_cast<std::uint16_t>(sign | (to_infinity ? 0x7c00U : 0x7bffU))};
}

// The product of two halves is exact in a double, and the sum with the third is rounded to odd there, so that rounding
// to a half cannot be wrong by rounding twice.
F16 F16::fma(F16 a, F16 b, F16 c) {
  const double product = static_cast<double>(a.to_float()) * static_cast<double>(b.to_float());
  const double addend = c.to_float();
  const double sum = product + addend;
  if (std::isnan(sum) || std::isinf(sum)) return from(sum);
  const double part = sum - product;
  const double error = (product - (sum - part)) + (addend - part);
  if (error == 0 || (bit_cast<std::uint64_t>(sum) & 1U) != 0) return from(sum);
  const bool outward = (error > 0) == (sum > 0);
  return from(bit_cast<double>(bit_cast<std::uint64_t>(sum) + (outward ? 1U : ~std::uint64_t{0})));
}

float BF16::to_float() const {
  return bit_cast<float>(std::uint32_t{bits} << 16U);
}

BF16 BF16::from(float value) {
  const auto bits = bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return BF16{static_cast<std::uint16_t>(bits >> 16U | 0x40U)};
  return BF16{static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U)};
}

}  // namespace clc::emulator

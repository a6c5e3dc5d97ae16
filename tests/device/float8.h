// The formats of fp8 as the specifications tell them: a table of all 256 bytes, and a search for the nearest number.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace clc::device_tests {

struct Float8Format {
  std::string_view name;
  int exponent_bits, fraction_bits, bias;
  bool has_infinity, is_fnuz;
};
inline constexpr Float8Format k_float8_formats[] = {{"e4m3", 4, 3, 7, false, false},
                                                    {"e5m2", 5, 2, 15, true, false},
                                                    {"e4m3fnuz", 4, 3, 8, false, true},
                                                    {"e5m2fnuz", 5, 2, 16, false, true}};

inline const Float8Format* float8_format(std::string_view name) {
  for (const Float8Format& format : k_float8_formats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

inline double float8_value(const Float8Format& format, unsigned byte) {
  const int exponent = static_cast<int>(byte >> format.fraction_bits & ((1U << format.exponent_bits) - 1U));
  const int fraction = static_cast<int>(byte & ((1U << format.fraction_bits) - 1U));
  const bool is_last = exponent == (1 << format.exponent_bits) - 1;
  const double sign = byte >= 0x80 ? -1 : 1;
  if (format.is_fnuz && byte == 0x80) return std::numeric_limits<double>::quiet_NaN();
  if (format.has_infinity && is_last)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (!format.has_infinity && !format.is_fnuz && (byte & 0x7fU) == 0x7f)
    return std::numeric_limits<double>::quiet_NaN();
  const int least = 1 - format.bias - format.fraction_bits;
  if (exponent == 0) return sign * std::ldexp(fraction, least);
  return sign * std::ldexp(fraction + (1 << format.fraction_bits), least + exponent - 1);
}

// By the table, which must be all of float8_value().
inline unsigned float8_nearest(const Float8Format& format, const std::vector<double>& table, float number,
                               bool saturates) {
  const unsigned sign = std::signbit(number) ? 0x80 : 0;
  const unsigned nan = format.is_fnuz ? 0x80 : sign | 0x7fU;
  if (std::isnan(number)) return nan;
  const double size = std::fabs(static_cast<double>(number));
  unsigned largest = 0x7f;
  while (!std::isfinite(table[largest])) --largest;
  // More than half a step beyond the largest number is rounded to one that the format lacks; half a step goes to the
  // even one of both.
  const double step = table[largest] - table[largest - 1];
  const double end = table[largest] + step / 2;
  if (size > end || (size == end && largest % 2 != 0)) {
    if (saturates) return sign | largest;
    return format.has_infinity ? sign | (largest + 1) : nan;
  }
  unsigned best = 0;
  for (unsigned byte = 1; byte <= largest; ++byte) {
    const double before = std::fabs(size - table[best]), now = std::fabs(size - table[byte]);
    if (now < before || (now == before && byte % 2 == 0)) best = byte;
  }
  return format.is_fnuz && best == 0 ? 0 : sign | best;
}

inline std::vector<double> float8_table(const Float8Format& format) {
  std::vector<double> table;
  for (unsigned byte = 0; byte < 256; ++byte) table.push_back(float8_value(format, byte));
  return table;
}

}  // namespace clc::device_tests

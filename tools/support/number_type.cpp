#include "support/number_type.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace clc {
namespace {

constexpr NumberType k_number_types[] = {
    {"uchar", 1, false, false},  {"char", 1, false, true}, {"ushort", 2, false, false}, {"short", 2, false, true},
    {"uint", 4, false, false},   {"int", 4, false, true},  {"ulong", 8, false, false},  {"long", 8, false, true},
    {"size_t", 8, false, false}, {"half", 2, true, true},  {"float", 4, true, true},    {"double", 8, true, true}};

template <class T>
T bits_at(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void append(Bytes& to, T value, std::size_t bytes) {
  char memory[sizeof value];
  std::memcpy(memory, &value, sizeof value);
  to.append(memory, bytes);
}

// Rounds to the nearest half, ties to even.
std::uint16_t to_half(double value) {
  constexpr int k_fraction_bits = 10, k_least_exponent = -14, k_bias = 15;
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00);
  const double size = std::abs(value);
  if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (size == 0) return sign;
  const int exponent = std::max(std::ilogb(size), k_least_exponent);
  // The sum carries into the exponent where the fraction rounds up to 2.
  const double units = std::nearbyint(std::scalbn(size, k_fraction_bits - exponent));
  const int biased = exponent + k_bias - 1;  // the fraction's leading bit adds 1, and a subnormal number has none
  return static_cast<std::uint16_t>(sign + (biased << k_fraction_bits) + static_cast<int>(units));
}

double from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
  double size = 0;
  if (exponent == 0x1f) {
    size = fraction == 0 ? HUGE_VAL : std::nan("");
  } else {
    size = exponent == 0 ? std::scalbn(fraction, -24) : std::scalbn(fraction + 0x400, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -size : size;
}

// The place of a real among all of its type, in their order; 0 and -0 share one.
std::int64_t rank_of(const NumberType& type, const char* at) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, type.bytes);
  const std::uint64_t sign = std::uint64_t{1} << (8 * type.bytes - 1);
  const auto size = static_cast<std::int64_t>(bits & (sign - 1));
  return (bits & sign) != 0 ? -size : size;
}

}  // namespace

ValueType value_type(std::string_view name) {
  for (const NumberType& type : k_number_types) {
    if (!name.starts_with(type.name)) continue;
    const std::string_view rest = name.substr(std::strlen(type.name));
    for (const std::size_t lanes : {1, 2, 3, 4, 8, 16}) {
      if (rest == (lanes == 1 ? "" : std::to_string(lanes))) return {&type, lanes};
    }
  }
  return {};
}

template <class T>
bool scan_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}
template bool scan_number(std::string_view, std::uint64_t&);
template bool scan_number(std::string_view, std::int64_t&);
template bool scan_number(std::string_view, double&);

void put_real(Bytes& to, const NumberType& type, double value) {
  if (type.bytes == sizeof(double)) return append(to, value, sizeof value);
  if (type.bytes == sizeof(float)) return append(to, static_cast<float>(value), sizeof(float));
  append(to, to_half(value), sizeof(std::uint16_t));
}

void put_integer(Bytes& to, const NumberType& type, std::uint64_t value) {
  append(to, value, type.bytes);
}

bool put_number(Bytes& to, const NumberType& type, std::string_view text) {
  if (type.is_real) {
    double value = 0;
    if (!scan_number(text, value)) return false;
    put_real(to, type, value);
    return true;
  }
  std::int64_t value = 0;
  std::uint64_t large = 0;
  if (!scan_number(text, value)) {
    if (!scan_number(text, large)) return false;
    value = static_cast<std::int64_t>(large);
  }
  put_integer(to, type, static_cast<std::uint64_t>(value));
  return true;
}

std::uint64_t integer_at(const NumberType& type, const char* at) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, type.bytes);
  const auto unused = static_cast<unsigned>(64 - 8 * type.bytes);
  return type.is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused) : value;
}

double number_at(const NumberType& type, const char* at) {
  if (type.is_real && type.bytes == sizeof(double)) return bits_at<double>(at);
  if (type.is_real && type.bytes == sizeof(float)) return bits_at<float>(at);
  if (type.is_real) return from_half(bits_at<std::uint16_t>(at));
  const std::uint64_t value = integer_at(type, at);
  return type.is_signed ? static_cast<double>(static_cast<std::int64_t>(value)) : static_cast<double>(value);
}

std::uint64_t integers_between(const NumberType& type, const char* a, const char* b) {
  const std::uint64_t x = integer_at(type, a), y = integer_at(type, b);
  const bool is_less = type.is_signed ? static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y) : x < y;
  return is_less ? y - x : x - y;
}

std::uint64_t ulps_between(const NumberType& type, const char* a, const char* b) {
  const std::int64_t x = rank_of(type, a), y = rank_of(type, b);
  return static_cast<std::uint64_t>(std::max(x, y)) - static_cast<std::uint64_t>(std::min(x, y));
}

std::string number_text(const NumberType& type, const char* at) {
  if (!type.is_real) {
    const std::uint64_t value = integer_at(type, at);
    return type.is_signed ? std::to_string(static_cast<std::int64_t>(value)) : std::to_string(value);
  }
  const double value = number_at(type, at);
  char text[64];
  const auto end = type.bytes == sizeof(double) ? std::to_chars(text, std::end(text), value).ptr
                                                : std::to_chars(text, std::end(text), static_cast<float>(value)).ptr;
  return {text, end};
}

}  // namespace clc

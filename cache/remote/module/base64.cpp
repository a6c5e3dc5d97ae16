#include "base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clc::cache {

namespace {

constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < k_digits.size(); ++i) {
    values[static_cast<unsigned char>(k_digits[i])] = static_cast<std::int8_t>(i);
  }
  values['-'] = values['+'];
  values['_'] = values['/'];
  return values;
}
constexpr std::array<std::int8_t, 256> k_values = make_values();

}  // namespace

std::string base64_encoded(BytesView bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    const std::size_t digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t k = 0; k < 4; ++k) text += k < digits ? k_digits[group >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

std::optional<Bytes> base64_decoded(std::string_view text) {
  if (text.size() % 4 == 0) {
    for (int padding = 0; padding < 2 && !text.empty() && text.back() == '='; ++padding) text.remove_suffix(1);
  }
  if (text.size() % 4 == 1) return {};
  Bytes bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::int8_t value = k_values[static_cast<unsigned char>(c)];
    if (value < 0) return {};
    group = group << 6U | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(group >> bits & 0xffU);
    }
  }
  return bytes;
}

}  // namespace clc::cache

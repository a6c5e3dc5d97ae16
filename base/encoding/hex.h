// Hexadecimal digits, in lower case.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc {

inline constexpr std::string_view k_hex_digits = "0123456789abcdef";

inline std::string to_hex(BytesView bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    text += k_hex_digits[static_cast<unsigned char>(byte) >> 4U];
    text += k_hex_digits[static_cast<unsigned char>(byte) & 15U];
  }
  return text;
}

inline bool is_hex(std::string_view text) {
  return text.size() % 2 == 0 && text.find_first_not_of(k_hex_digits) == std::string_view::npos;
}

// True for the digits of exactly so many bytes.
inline bool is_hex(std::string_view text, std::size_t bytes) {
  return text.size() == 2 * bytes && is_hex(text);
}

// `text` must be one for which is_hex() is true.
inline Bytes from_hex(std::string_view text) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(value(text[i]) * 16 + value(text[i + 1]));
  return bytes;
}

}  // namespace clc

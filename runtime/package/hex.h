// Bytes as lower-case hexadecimal digits. Private.
#pragma once

#include <string>

#include "clc/package/bytes.h"

namespace clc {

inline std::string to_hex(BytesView bytes) {
  constexpr char k_digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    text += k_digits[static_cast<unsigned char>(byte) >> 4];
    text += k_digits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

// Nothing but such digits, `bytes` times two.
inline bool is_hex(std::string_view text, std::size_t bytes) {
  return text.size() == 2 * bytes && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// `text` must be such digits.
inline Bytes from_hex(std::string_view text) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(value(text[i]) * 16 + value(text[i + 1]));
  }
  return bytes;
}

}  // namespace clc

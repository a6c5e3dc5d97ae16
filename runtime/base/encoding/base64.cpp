#include "base/encoding/base64.h"

#include <openssl/evp.h>

#include <algorithm>

namespace clc {

namespace {

constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
// libcrypto counts in int.
constexpr std::size_t k_max_size = std::size_t{1} << 30U;

unsigned char* raw(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}

const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

std::string to_base64(BytesView bytes) {
  std::string text;
  // A piece has no padding, unless it is the last one.
  constexpr std::size_t k_piece = std::size_t{3} << 20U;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(k_piece, bytes.size()))) {
    const BytesView piece = bytes.substr(0, k_piece);
    std::string digits((piece.size() + 2) / 3 * 4 + 1, '\0');  // libcrypto ends it with a NUL
    const int size = EVP_EncodeBlock(raw(digits), raw(piece), static_cast<int>(piece.size()));
    text.append(digits, 0, static_cast<std::size_t>(size));
  }
  return text;
}

std::optional<Bytes> from_base64(std::string_view text) {
  if (text.size() % 4 == 0) {
    for (int padding = 0; padding < 2 && !text.empty() && text.back() == '='; ++padding) text.remove_suffix(1);
  }
  // EVP_DecodeBlock takes more than is allowed here: white space around, and padding anywhere.
  const bool is_sound = text.find_first_not_of(k_digits) == std::string_view::npos && text.size() % 4 != 1;
  if (!is_sound || text.size() > k_max_size) return {};
  std::string digits(text);
  std::replace(digits.begin(), digits.end(), '-', '+');
  std::replace(digits.begin(), digits.end(), '_', '/');
  const std::size_t padding = (4 - digits.size() % 4) % 4;
  digits.append(padding, '=');
  Bytes bytes(digits.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(raw(bytes), raw(std::string_view(digits)), static_cast<int>(digits.size()));
  if (size < 0) return {};
  bytes.resize(static_cast<std::size_t>(size) - padding);
  return bytes;
}

}  // namespace clc

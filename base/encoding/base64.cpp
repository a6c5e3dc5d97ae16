#include "base/encoding/base64.h"

#include <algorithm>

#include "base/platform/base64.h"

namespace clc {
namespace {

constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";

}  // namespace

std::string to_base64(BytesView bytes) {
  std::string text;
  // A piece has no padding, unless it is the last one.
  constexpr std::size_t k_piece = std::size_t{3} << 20U;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(k_piece, bytes.size()))) {
    const BytesView piece = bytes.substr(0, k_piece);
    std::string digits((piece.size() + 2) / 3 * 4 + 1, '\0');
    text.append(digits, 0, platform::encode_base64(piece, digits.data()));
  }
  return text;
}

std::optional<Bytes> from_base64(std::string_view text) {
  if (text.size() % 4 == 0) {
    for (int padding = 0; padding < 2 && !text.empty() && text.back() == '='; ++padding) text.remove_suffix(1);
  }
  // The library takes more than is allowed here: white space around, and padding anywhere.
  const bool is_sound = text.find_first_not_of(k_digits) == std::string_view::npos && text.size() % 4 != 1;
  if (!is_sound || text.size() > platform::k_most_base64) return {};
  std::string digits(text);
  std::ranges::replace(digits, '-', '+');
  std::ranges::replace(digits, '_', '/');
  const std::size_t padding = (4 - digits.size() % 4) % 4;
  digits.append(padding, '=');
  Bytes bytes(digits.size() / 4 * 3, '\0');
  const std::ptrdiff_t size = platform::decode_base64(digits, bytes.data());
  if (size < 0) return {};
  bytes.resize(static_cast<std::size_t>(size) - padding);
  return bytes;
}

}  // namespace clc

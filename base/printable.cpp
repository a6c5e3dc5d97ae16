#include "base/printable.h"

#include <algorithm>

#include "base/encoding/hex.h"

namespace clc {
namespace {

bool is_plain(char c) {
  return c >= ' ' && c < '\x7f';
}

// The code point of a well-formed sequence of two bytes or more.
char32_t code_point(std::string_view sequence) {
  const unsigned char first = static_cast<unsigned char>(sequence[0]);
  char32_t code = first & (0xffU >> (sequence.size() + 1));
  for (const char c : sequence.substr(1)) code = code << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  return code;
}

bool is_unshown(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  constexpr Range k_ranges[] = {
      {0x80, 0x9f},      // the control characters of Latin-1
      {0x061c, 0x061c},  // marks, embeddings, overrides and isolates of the direction of writing
      {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}, {0x2028, 0x2029},  // separators of lines and paragraphs
  };
  return std::any_of(std::begin(k_ranges), std::end(k_ranges),
                     [code](const Range& range) { return range.first <= code && code <= range.last; });
}

std::string escaped_byte(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  return "\\x" + to_hex({&c, 1});
}

std::string escape(std::string_view text, bool keeps_lines) {
  if (std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_break = text[i] == '\n' || text[i] == '\t' || text.substr(i, 2) == "\r\n";
    const std::size_t length = utf8_length(text, i);
    const std::string_view sequence = text.substr(i, std::max<std::size_t>(length, 1));
    if (length > 1) {
      const std::string code = unshown_code(sequence);
      result += code.empty() ? std::string(sequence) : "\\u" + code;
    } else {
      const bool is_kept = length == 1 && (is_plain(text[i]) || (keeps_lines && is_break));
      result += is_kept ? std::string(sequence) : escaped_byte(text[i]);
    }
    i += sequence.size();
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  return escape(text, false);
}

std::string printable_lines(std::string_view text) {
  return escape(text, true);
}

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(at + k) & 0xc0) != 0x80) return 0;
  }
  if (length == 3 && first == 0xe0 && byte(at + 1) < 0xa0) return 0;  // overlong
  if (length == 3 && first == 0xed && byte(at + 1) > 0x9f) return 0;  // surrogate
  if (length == 4 && first == 0xf0 && byte(at + 1) < 0x90) return 0;
  if (length == 4 && first == 0xf4 && byte(at + 1) > 0x8f) return 0;
  return length;
}

std::string unshown_code(std::string_view sequence) {
  const char32_t code = code_point(sequence);
  if (!is_unshown(code)) return {};
  const char bytes[] = {static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
  return to_hex({bytes, 2});
}

}  // namespace clc

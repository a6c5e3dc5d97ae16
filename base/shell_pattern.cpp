#include "base/shell_pattern.h"

#include <cstddef>
#include <optional>

namespace clc {
namespace {

unsigned char plain(char c, Letters letters) {
  const bool is_capital = c >= 'A' && c <= 'Z';
  return static_cast<unsigned char>(letters == Letters::k_of_any_case && is_capital ? c - 'A' + 'a' : c);
}

struct Set {
  std::size_t length;  // of the pattern's part
  bool has;            // the character is in it
};

// Reads the set at the beginning of a pattern, [a-z]; nothing where its end is missing, and the bracket means itself.
std::optional<Set> read_set(std::string_view pattern, char c, Letters letters) {
  std::size_t at = 1;
  const bool is_other = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (is_other) ++at;
  bool has = false;
  for (const std::size_t first = at; at < pattern.size() && (pattern[at] != ']' || at == first); ++at) {
    if (pattern[at] == '\\' && at + 1 < pattern.size()) ++at;
    const char begin = pattern[at];
    const bool is_range = at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']';
    if (is_range) at += 2;
    const unsigned char one = plain(c, letters);
    has = has || (plain(begin, letters) <= one && one <= plain(pattern[at], letters));
  }
  if (at >= pattern.size()) return std::nullopt;
  return Set{at + 1, has != is_other};
}

// The length of the pattern's first part, if that fits the character; else 0. `*` is none of the parts.
std::size_t first_part(std::string_view pattern, char c, Letters letters) {
  if (pattern.empty()) return 0;
  if (pattern[0] == '?') return 1;
  if (pattern[0] == '[') {
    if (const std::optional<Set> set = read_set(pattern, c, letters)) return set->has ? set->length : 0;
  }
  const std::size_t length = pattern[0] == '\\' && pattern.size() > 1 ? 2 : 1;
  return plain(pattern[length - 1], letters) == plain(c, letters) ? length : 0;
}

}  // namespace

bool fits_pattern(std::string_view pattern, std::string_view text, Letters letters) {
  std::size_t at = 0, text_at = 0;
  std::optional<std::size_t> after_star;  // the pattern behind the last `*`
  std::size_t taken_to = 0;               // the text that it has taken
  while (text_at < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      after_star = ++at;
      taken_to = text_at;
    } else if (const std::size_t length = first_part(pattern.substr(at), text[text_at], letters); length != 0) {
      at += length;
      ++text_at;
    } else if (after_star) {
      at = *after_star;
      text_at = ++taken_to;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace clc

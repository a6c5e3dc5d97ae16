#include "base/shell_pattern.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace clc {
namespace {

unsigned char plain(char c, Letters letters) {
  const bool is_capital = c >= 'A' && c <= 'Z';
  return static_cast<unsigned char>(letters == Letters::k_of_any_case && is_capital ? c - 'A' + 'a' : c);
}

bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Says whether the character is of a class, as POSIX names them: those of the locale "C".
bool is_of_class(std::string_view name, unsigned char c, Letters letters) {
  const bool is_digit = c >= '0' && c <= '9';
  const bool is_capital = c >= 'A' && c <= 'Z', takes_any = letters == Letters::k_of_any_case;
  const bool is_visible = c > ' ' && c < 0x7f;
  if (name == "alpha") return is_letter(c);
  if (name == "digit") return is_digit;
  if (name == "alnum") return is_letter(c) || is_digit;
  if (name == "upper") return is_letter(c) && (is_capital || takes_any);
  if (name == "lower") return is_letter(c) && (!is_capital || takes_any);
  if (name == "xdigit") return is_digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  if (name == "space") return c == ' ' || (c >= '\t' && c <= '\r');
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "punct") return is_visible && !is_letter(c) && !is_digit;
  if (name == "graph") return is_visible;
  if (name == "print") return is_visible || c == ' ';
  return name == "cntrl" && (c < ' ' || c == 0x7f);
}

// The name of the class at the beginning of this part of a set, [:digit:]; nothing where none begins.
std::optional<std::string_view> read_class(std::string_view part) {
  const std::size_t end = part.starts_with("[:") ? part.find(":]", 2) : std::string_view::npos;
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view name = part.substr(2, end - 2);
  if (!std::ranges::all_of(name, [](char c) { return is_letter(static_cast<unsigned char>(c)); })) return std::nullopt;
  return name;
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
    if (const auto name = read_class(pattern.substr(at))) {
      has = has || is_of_class(*name, static_cast<unsigned char>(c), letters);
      at += name->size() + 3;
      continue;
    }
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
  const std::size_t length = pattern[0] == '\\' ? 2 : 1;
  if (length > pattern.size()) return 0;  // a backslash of nothing
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

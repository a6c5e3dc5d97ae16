#include "support/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace clc {

std::string shell_word(const std::string& word) {
  constexpr std::string_view k_plain = "_-+=.,:/@%";
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [&](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 || k_plain.find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace clc

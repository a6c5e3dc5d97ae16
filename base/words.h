// Lists of words on filled lines: `constexpr auto k_conditions = words_of<"if ifdef ifndef">;` is an array of three.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace clc {

// A text that is an argument of a template.
template <std::size_t size>
struct TextArgument {
  consteval TextArgument(const char (&given)[size]) { std::ranges::copy(given, text); }
  constexpr operator std::string_view() const { return {text, size - 1}; }

  char text[size]{};
};

// The words of a text, which stand a blank apart.
template <TextArgument list>
constexpr auto words_of = [] {
  std::string_view rest = list;
  std::array<std::string_view, std::ranges::count(std::string_view(list), ' ') + 1> found;
  for (std::string_view& word : found) {
    word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return found;
}();

}  // namespace clc

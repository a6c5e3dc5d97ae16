#include "insight/report_page/alive_column.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/text.h"
#include "protocol/register_set.h"

namespace clc {
namespace {

constexpr std::size_t k_most_places = 10;  // that one digit can tell

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the characters at the beginning for which the condition holds.
template <class Condition>
std::string_view take(std::string_view& text, const Condition& is_wanted) {
  const auto end = std::ranges::find_if_not(text, is_wanted);
  const std::string_view taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

bool is_letter(char c) {
  return is_of_identifier(c) && c != '_' && !is_digit(c);
}

bool is_in_word(char c) {
  return is_of_identifier(c) || c == '.' || c == '$';
}

// Adds "v[2:5]" behind its "v", of which nothing is left in `text`.
void add_tuple(std::string_view file, std::string_view text, std::vector<Register>& to) {
  constexpr std::size_t k_most = 64;
  const std::size_t colon = text.find(':'), end = text.find(']');
  if (file.size() != 1 || colon == text.npos || end == text.npos || colon > end) return;
  const std::optional<unsigned> first = named_register(text.substr(1, colon - 1)).number,
                                last = named_register(text.substr(colon + 1, end - colon - 1)).number;
  if (!first || !last || *last - *first >= k_most) return;
  for (unsigned number = *first; number <= *last; ++number) to.push_back({std::string(file), number});
}

// The registers that a line of code names, in order: "v12", "s[4:5]", "UR4", "%rd7", "%SP". Other words that look like
// them do not matter.
void add_named(std::string_view line, std::vector<Register>& to) {
  std::string_view text = line.substr(0, line.find("//"));
  while (!text.empty()) {
    const bool is_ptx = text.starts_with("%");
    if (is_ptx) text.remove_prefix(1);
    const std::string_view file = take(text, is_letter);
    const std::string_view digits = take(text, is_digit);
    const bool ends = text.empty() || !is_of_identifier(text.front());
    if (!file.empty() && ends && (is_ptx || !digits.empty())) {
      to.push_back(named_register(std::string(file) + std::string(digits)));
    } else if (!file.empty() && digits.empty() && text.starts_with("[")) {
      add_tuple(file, text, to);
    }
    take(text, is_in_word);
    take(text, [](char c) { return !is_in_word(c) && c != '%'; });
  }
}

std::vector<Register> named_in(std::string_view before, std::string_view line) {
  std::vector<Register> all, once;
  add_named(before, all);
  add_named(line, all);
  for (Register& one : all) {
    if (once.size() < k_most_places && std::ranges::find(once, one) == once.end()) once.push_back(std::move(one));
  }
  return once;
}

}  // namespace

std::optional<std::uint64_t> most_alive(const std::vector<PageLine>& code) {
  std::optional<std::uint64_t> most;
  for (const PageLine& line : code) {
    if (!line.alive) continue;
    std::uint64_t words = 0;
    for (const Register& one : decode_registers(*line.alive)) words += words_of(one);
    most = std::max(most, std::optional(words));
  }
  return most;
}

std::string alive_column(const std::vector<PageLine>& code) {
  std::string column;
  RegisterSet before;
  std::string_view line_before;
  for (const PageLine& line : code) {
    if (&line != &code.front()) column += ",";
    if (!line.alive) {
      column += "-";
      continue;
    }
    RegisterSet now = decode_registers(*line.alive), changed, rest;
    std::ranges::set_symmetric_difference(before, now, std::back_inserter(changed));
    const std::vector<Register> named = named_in(line_before, line.text);
    for (const Register& one : changed) {
      const auto place = std::ranges::find(named, one);
      if (place == named.end()) {
        rest.push_back(one);
      } else {
        column += std::to_string(place - named.begin());
      }
    }
    column += encode_registers(rest);
    before = std::move(now);
    line_before = line.text;
  }
  return column;
}

}  // namespace clc

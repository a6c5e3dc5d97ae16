#include "program/include_macros.h"

#include <algorithm>
#include <cctype>

namespace clc::layer {
namespace {

constexpr int k_deepest = 32;
constexpr std::size_t k_longest = 4096;

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// The name at `at`, which moves behind it; a number or another word counts, too, so that no name is found inside one.
std::string_view take_word(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && continues_name(text[at])) ++at;
  return text.substr(begin, at - begin);
}

std::vector<std::string> split_parameters(std::string_view text) {
  std::vector<std::string> list;
  while (true) {
    const std::size_t comma = text.find(',');
    list.emplace_back(trim(text.substr(0, comma)));
    if (comma == std::string_view::npos) return list;
    text.remove_prefix(comma + 1);
  }
}

// A string literal's end behind `at`, which is at its first quote.
std::size_t literal_end(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[at]) {
      return i + 1;
    }
  }
  return text.size();
}

// The arguments in parentheses from `at` on, which moves behind them. Nothing: they do not end.
std::optional<std::vector<std::string>> take_arguments(std::string_view text, std::size_t& at) {
  std::vector<std::string> list(1);
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' && ++depth == 1) continue;
    if (c == ')' && --depth == 0) {
      ++at;
      for (std::string& argument : list) argument = std::string(trim(argument));
      return list;
    }
    if (c == ',' && depth == 1) {
      list.emplace_back();
    } else {
      list.back() += c;
    }
  }
  return std::nullopt;
}

// Names that compilers define by themselves, and a path may hold.
bool is_predefined(std::string_view name) {
  return name == "linux" || name == "unix" || name == "i386" || name.substr(0, 2) == "__";
}

}  // namespace

void IncludeMacros::add(const std::string& name, Macro macro) {
  const auto [at, is_new] = macros_.try_emplace(name, macro);
  if (is_new) return;
  Macro& known = at->second;
  if (known.is_function != macro.is_function || known.parameters != macro.parameters || known.body != macro.body) {
    known.is_ambiguous = true;
  }
}

void IncludeMacros::define(std::string_view text) {
  text = trim(text);
  std::size_t at = 0;
  const std::string name(take_word(text, at));
  if (name.empty()) return;
  Macro macro;
  if (at < text.size() && text[at] == '(') {
    const std::size_t close = text.find(')', at);
    if (close == std::string_view::npos) return;
    macro.is_function = true;
    macro.parameters = split_parameters(text.substr(at + 1, close - at - 1));
    at = close + 1;
  }
  macro.body = std::string(trim(text.substr(at)));
  add(name, std::move(macro));
}

void IncludeMacros::define_option(std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string name(word.substr(0, equals));
  const std::string body(equals == std::string_view::npos ? "1" : word.substr(equals + 1));
  define(name + " " + body);
}

std::optional<std::string> IncludeMacros::call(const Macro& macro, std::string_view text, std::size_t& at,
                                               int depth) const {
  const auto arguments = take_arguments(text, at);
  if (!arguments || arguments->size() != macro.parameters.size()) return std::nullopt;
  if (macro.body.find("##") != std::string::npos) return std::nullopt;
  std::string result;
  bool is_string = false;  // a '#' was seen
  for (std::size_t i = 0; i < macro.body.size();) {
    const char c = macro.body[i];
    if (c == '#') {
      is_string = true;
      ++i;
    } else if (begins_name(c)) {
      const std::string_view word = take_word(macro.body, i);
      const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), word);
      if (found == macro.parameters.end()) {
        result += word;
        continue;
      }
      const std::string& argument = (*arguments)[static_cast<std::size_t>(found - macro.parameters.begin())];
      if (is_string) {
        if (argument.find_first_of("\"\\") != std::string::npos) return std::nullopt;
        result += "\"" + argument + "\"";
      } else if (const auto expanded = expand(argument, depth + 1)) {
        result += *expanded;
      } else {
        return std::nullopt;
      }
      is_string = false;
    } else {
      if (is_string && c != ' ') return std::nullopt;
      if (!is_string) result += c;
      ++i;
    }
  }
  return result;
}

std::optional<std::string> IncludeMacros::expand(std::string_view text, int depth) const {
  if (depth > k_deepest || text.size() > k_longest) return std::nullopt;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      const std::size_t end = literal_end(text, at);
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (!continues_name(text[at])) {
      result += text[at++];
      continue;
    }
    const std::string_view word = take_word(text, at);
    const auto found = macros_.find(word);
    if (found == macros_.end() || !begins_name(word.front())) {
      if (is_predefined(word)) return std::nullopt;
      result += word;
      continue;
    }
    const Macro& macro = found->second;
    if (macro.is_ambiguous) return std::nullopt;
    std::optional<std::string> body = macro.body;
    if (macro.is_function) {
      while (at < text.size() && text[at] == ' ') ++at;
      if (at == text.size() || text[at] != '(') return std::nullopt;
      body = call(macro, text, at, depth);
    }
    if (!body) return std::nullopt;
    const std::optional<std::string> expanded = expand(*body, depth + 1);
    if (!expanded) return std::nullopt;
    result += *expanded;
  }
  return result;
}

std::optional<std::string> IncludeMacros::expand(std::string_view operand) const {
  const std::optional<std::string> text = expand(operand, 0);
  if (!text) return std::nullopt;
  const std::string result(trim(*text));
  const bool is_quoted = result.size() > 2 && result.front() == '"' && result.find('"', 1) == result.size() - 1;
  const bool is_angled = result.size() > 2 && result.front() == '<' && result.find('>') == result.size() - 1;
  if (!is_quoted && !is_angled) return std::nullopt;
  return result;
}

}  // namespace clc::layer

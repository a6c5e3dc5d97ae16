#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <utility>

#include "base/platform/paths.h"

namespace clc {

bool is_of_identifier(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool has_part(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view one) { return text.starts_with(one); });
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) result += separator;
    result += parts[i];
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return parts;
}

std::vector<std::string_view> split_at_any(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

namespace {

// True where someone left parts out: "-cl-fast-math" of "-cl-fast-relaxed-math".
bool has_parts_of(std::string_view whole, std::string_view word) {
  std::size_t count = 0;
  for (const std::string_view part : split_at_any(word, "-_")) {
    if (part.empty()) continue;
    const std::size_t at = whole.find(part);
    if (at == std::string_view::npos) return false;
    whole.remove_prefix(at + part.size());
    ++count;
  }
  return count > 1;
}

// Returns how many characters may differ: of short words at most half, and none of options that are one letter.
std::size_t largest_distance(std::string_view word, std::string_view candidate) {
  const auto letters = [](std::string_view text) {
    return text.size() - std::min(text.find_first_not_of('-'), text.size());
  };
  const auto [fewer, more] = std::minmax({letters(word), letters(candidate)});
  const std::size_t length = candidate.starts_with('-') ? fewer : more;
  return std::min(std::max<std::size_t>(2, candidate.size() / 3), length / 2);
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower(word), lower(candidate));
    if (distance <= largest_distance(word, candidate)) scored.emplace_back(distance, candidate);
  }
  if (scored.empty()) {
    for (const std::string& candidate : candidates) {
      if (has_parts_of(lower(candidate), lower(word))) scored.emplace_back(0, candidate);
    }
  }
  std::ranges::stable_sort(scored, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (const auto& [distance, candidate] : scored) {
    const bool is_new = std::ranges::find(result, candidate) == result.end();
    if (is_new && result.size() < 3 && distance <= scored.front().first + 1) result.push_back(candidate);
  }
  return result;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string> names = nearest(word, candidates);
  return names.empty() ? "" : "; did you mean " + join(names, " or ") + "?";
}

std::string decimal(double value) {
  const auto hundredths = static_cast<std::uint64_t>(std::llround(value * 100));
  std::string text = std::to_string(hundredths / 100);
  const std::uint64_t rest = hundredths % 100;
  if (rest == 0) return text;
  text += "." + std::to_string(rest / 10);
  return rest % 10 == 0 ? text : text + std::to_string(rest % 10);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = split(text, "\n");
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

Result<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
      continue;
    }
    in_word = true;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'') {
      if (i + 1 == text.size()) return fail(ErrorKind::k_usage, "ends with a single backslash");
      word += text[++i];
    } else {
      word += c;
    }
  }
  if (quote != 0) return fail(ErrorKind::k_usage, std::string("has an unclosed ") + quote);
  if (in_word) words.push_back(word);
  return words;
}

std::string file_safe(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-' || c == '+';
    if (!plain) c = '_';
  }
  return result;
}

std::string duration_text(std::uint64_t nanoseconds) {
  if (nanoseconds < 1000) return std::to_string(nanoseconds) + " ns";
  std::array<char, 32> text{};
  const double microseconds = static_cast<double>(nanoseconds) / 1e3;
  const auto write = [&](double value, const char* unit) {
    std::snprintf(text.data(), text.size(), "%.*f %s", value < 10 ? 1 : 0, value, unit);
  };
  if (microseconds < 999.5) {
    write(microseconds, "us");
  } else if (microseconds < 999.5e3) {
    write(microseconds / 1e3, "ms");
  } else {
    std::snprintf(text.data(), text.size(), "%.2f s", microseconds / 1e6);
  }
  return text.data();
}

std::string count(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string base_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string stem(const std::string& path) {
  const std::string name = base_name(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return "";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string join_path(const std::string& folder, const std::string& name) {
  if (folder.empty() || platform::is_absolute(name)) return name;
  return folder.back() == '/' ? folder + name : folder + "/" + name;
}

}  // namespace clc

#include "worker/frontend/driver_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <string_view>

namespace clc::worker {
namespace {

// In a line marker, `# 12 "file" 1`, the offset of the file's name; npos for other lines.
std::size_t marker_file_begin(std::string_view line) {
  if (!line.starts_with("# ")) return std::string_view::npos;
  std::size_t i = 2;
  while (i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]))) ++i;
  if (i == 2 || line.substr(i, 2) != " \"") return std::string_view::npos;
  return i + 2;
}

// The offset of the quote that ends a name, or npos.
std::size_t closing_quote(std::string_view line, std::size_t at) {
  while (at < line.size() && line[at] != '"') at += line[at] == '\\' ? 2 : 1;
  return at < line.size() ? at : std::string_view::npos;
}

// Clang writes bytes beyond ASCII as three octal digits.
std::string unescaped(std::string_view name) {
  const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
  std::string result;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '\\' || at + 1 == name.size()) {
      result += name[at];
    } else if (at + 3 < name.size() && is_octal(name[at + 1]) && is_octal(name[at + 2]) && is_octal(name[at + 3])) {
      result += static_cast<char>((name[at + 1] - '0') * 64 + (name[at + 2] - '0') * 8 + (name[at + 3] - '0'));
      at += 3;
    } else {
      ++at;
      result += name[at] == 't' ? '\t' : name[at] == 'n' ? '\n' : name[at];
    }
  }
  return result;
}

std::string escaped(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string map_line_markers(const std::string& text, const SourceRoots& roots) {
  std::string result;
  result.reserve(text.size());
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::size_t file = marker_file_begin(line);
    const std::size_t quote = file == std::string_view::npos ? file : closing_quote(line, file);
    if (quote == std::string_view::npos) {
      result += line;
    } else {
      const std::string name = unescaped(line.substr(file, quote - file));
      result += line.substr(0, file);
      // Names such as "<built-in>" are not files.
      result += name.starts_with('<') ? name : escaped(roots.mapped(name));
      result += line.substr(quote);
    }
    if (end < text.size()) result += '\n';
    begin = end + 1;
  }
  return result;
}

namespace {

// The end of the comment, literal, word or character that begins at `at`.
std::size_t end_of_piece(std::string_view text, std::size_t at) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto from = [&](std::size_t end, std::size_t size) {
    return end == std::string_view::npos ? text.size() : end + size;
  };
  if (text.substr(at).starts_with("//")) return from(text.find('\n', at), 0);
  if (text.substr(at).starts_with("/*")) return from(text.find("*/", at + 2), 2);
  std::size_t end = at + 1;
  if (text[at] == '"' || text[at] == '\'') {
    while (end < text.size() && text[end] != text[at] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  while (is_word(text[at]) && end < text.size() && is_word(text[end])) ++end;
  return end;
}

// True where `at` lies in a directive that tests or undefines a macro by its name.
bool is_condition(std::string_view text, std::size_t at) {
  const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  std::string_view line = text.substr(begin, at - begin);
  const auto skip_blanks = [&line] {
    while (line.starts_with(' ') || line.starts_with('\t')) line.remove_prefix(1);
  };
  skip_blanks();
  if (!line.starts_with('#')) return false;
  line.remove_prefix(1);
  skip_blanks();
  return line.starts_with("if") || line.starts_with("el") || line.starts_with("undef");
}

}  // namespace

std::string fix_dates(const std::string& text, std::int64_t epoch) {
  struct Macro {
    std::string_view name;
    const char* format;  // of strftime, as the C standard has it
  };
  constexpr std::array<Macro, 3> k_macros{
      {{"__DATE__", "\"%b %e %Y\""}, {"__TIME__", "\"%H:%M:%S\""}, {"__TIMESTAMP__", "\"%a %b %e %H:%M:%S %Y\""}}};
  const auto time = static_cast<std::time_t>(epoch);
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_piece(text, at);
    const std::string_view piece = std::string_view(text).substr(at, end - at);
    const auto* macro =
        std::find_if(k_macros.begin(), k_macros.end(), [&](const Macro& row) { return row.name == piece; });
    char value[64];
    if (macro == k_macros.end() || is_condition(text, at)) {
      result += piece;
    } else {
      result.append(value, std::strftime(value, sizeof value, macro->format, &parts));
    }
    at = end;
  }
  return result;
}

}  // namespace clc::worker

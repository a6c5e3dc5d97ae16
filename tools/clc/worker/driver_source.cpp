#include "driver_source.h"

#include <cctype>
#include <string_view>

namespace clc::worker {
namespace {

// `# 12 "file" 1`: the offset of the first byte behind the opening quote, or npos.
std::size_t marker_file_begin(std::string_view line) {
  if (!line.starts_with("# ")) return std::string_view::npos;
  std::size_t i = 2;
  while (i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]))) ++i;
  if (i == 2 || line.substr(i, 2) != " \"") return std::string_view::npos;
  return i + 2;
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
    const std::size_t quote = file == std::string_view::npos ? file : line.find('"', file);
    if (quote == std::string_view::npos) {
      result += line;
    } else {
      const std::string_view name = line.substr(file, quote - file);
      result += line.substr(0, file);
      // Names such as "<built-in>" are not files.
      result += name.starts_with('<') ? std::string(name) : roots.mapped(name);
      result += line.substr(quote);
    }
    if (end < text.size()) result += '\n';
    begin = end + 1;
  }
  return result;
}

}  // namespace clc::worker

#include "text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace clc::clrun {
namespace {

// The length of the UTF-8 sequence at `text[i]`, or 0 when there is none.
std::size_t utf8_length(const std::string& text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(i);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  }
  if (length == 3 && first == 0xe0 && byte(i + 1) < 0xa0) return 0;  // overlong
  if (length == 3 && first == 0xed && byte(i + 1) > 0x9f) return 0;  // surrogate
  if (length == 4 && first == 0xf0 && byte(i + 1) < 0x90) return 0;
  if (length == 4 && first == 0xf4 && byte(i + 1) > 0x8f) return 0;
  return length;
}

std::string join(const std::vector<std::string>& parts, char open, char close) {
  std::string text(1, open);
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ",") + parts[i];
  return text + close;
}

}  // namespace

std::string short_number(double value) {
  char text[32];
  const double size = std::abs(value);
  const int digits = size >= 100 ? 1 : size >= 10 ? 2 : 3;
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string json_string(const std::string& text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) {
      result += "\xef\xbf\xbd";
      ++i;
      continue;
    }
    const char c = text[i];
    if (length == 1 && (c == '"' || c == '\\')) {
      result += '\\';
      result += c;
    } else if (length == 1 && static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      result += escaped;
    } else {
      result.append(text, i, length);
    }
    i += length;
  }
  return result + "\"";
}

std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string json_object(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : fields) parts.push_back(json_string(key) + ":" + value);
  return join(parts, '{', '}');
}

std::string json_array(const std::vector<std::string>& values) {
  return join(values, '[', ']');
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string html_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string table_row(const std::vector<std::string>& cells, const std::vector<int>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int width = i < widths.size() ? widths[i] : 0;
    const auto room = static_cast<std::size_t>(std::abs(width));
    const std::string pad(cells[i].size() < room ? room - cells[i].size() : 0, ' ');
    if (i > 0) line += "  ";
    line += width < 0 ? pad + cells[i] : cells[i] + (i + 1 < cells.size() ? pad : "");
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], static_cast<int>(row[i].size()));
  }
  std::string text;
  for (const auto& row : rows) text += table_row(row, widths);
  return text;
}

}  // namespace clc::clrun

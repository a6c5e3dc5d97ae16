#include "tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/printable.h"

namespace clc::clrun {
std::string short_number(double value) {
  char text[32];
  const double size = std::abs(value);
  const int digits = size >= 100 ? 1 : size >= 10 ? 2 : 3;
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
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

std::string table_row(std::vector<std::string> cells, const std::vector<int>& widths) {
  for (std::string& cell : cells) cell = printable(cell);
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

std::string detailed_row(std::vector<std::string> cells, const std::vector<int>& widths, const std::string& detail) {
  const std::size_t end = std::min(detail.find('\n'), detail.size());
  cells.back() += ": " + detail.substr(0, end);
  const std::string rest = printable_lines(detail.substr(std::min(end + 1, detail.size())));
  return table_row(std::move(cells), widths) + rest + (rest.empty() || rest.back() == '\n' ? "" : "\n");
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], static_cast<int>(printable(row[i]).size()));
  }
  std::string text;
  for (const auto& row : rows) text += table_row(row, widths);
  return text;
}

}  // namespace clc::clrun

// Formats numbers, CSV and tables.
#pragma once

#include <string>
#include <vector>

namespace clc::clrun {

// A time or rate as text: "12.345", with fewer decimals the larger it is.
std::string short_number(double value);

std::string csv_field(const std::string& text);

// One line of a table. Cells are padded to their widths; a negative width aligns right. The last cell is not padded.
std::string table_row(std::vector<std::string> cells, const std::vector<int>& widths);
// The same, with a text of several lines behind its last cell; the others stand below.
std::string detailed_row(std::vector<std::string> cells, const std::vector<int>& widths, const std::string& detail);
// A whole table, each column as wide as its longest cell; the first row is the head.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace clc::clrun

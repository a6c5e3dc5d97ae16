// Small pieces of text output: numbers, JSON, CSV, HTML, tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace clc::clrun {

// "12.345": milliseconds and rates, with as many digits as tell something.
std::string short_number(double value);

// A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(const std::string& text);
// A JSON number; null for what JSON cannot say.
std::string json_number(double value);
// {"key":value,…} from values that are JSON already.
std::string json_object(const std::vector<std::pair<std::string, std::string>>& fields);
std::string json_array(const std::vector<std::string>& values);

std::string csv_field(const std::string& text);
std::string html_text(const std::string& text);

// One line of a table: cells padded to their widths, negative widths align right. The last cell is never padded.
std::string table_row(const std::vector<std::string>& cells, const std::vector<int>& widths);
// All rows at once, as wide as needed; the first row is the head.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace clc::clrun

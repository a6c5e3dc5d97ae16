// Joining, splitting and comparing text; words of a shell, names of files and folders; writing numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

std::string join(const std::vector<std::string>& parts, std::string_view separator);

// The members `name` of things.
template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& thing : things) names.emplace_back(thing.name);
  return names;
}

// Returns the parts between the separators; one part, the whole text, when there is none.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);
// Does the same where any of several characters separates.
std::vector<std::string_view> split_at_any(std::string_view text, std::string_view separators);

// True for letters of ASCII, digits and '_'.
bool is_of_identifier(char c);

// The text with the letters of ASCII small.
std::string lower(std::string_view text);

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words);
bool has_part(std::string_view text, std::string_view part);
bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes);

// Levenshtein's distance: how many characters have to be inserted, deleted or replaced.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidates that someone who typed `word` most likely meant, best first, at most three. Case does not count.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

// "; did you mean A or B?", or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

// A number that is not negative, with at most two decimals: "4", "3.5", "3.53".
std::string decimal(double value);

// A size in three dimensions: "16x16x1".
template <class Size>
std::string shape_text(const Size& size) {
  return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

// The lines without their line breaks; a line break at the end begins no further line.
std::vector<std::string_view> lines_of(std::string_view text);

// Returns the text without the white space at both ends.
std::string_view trimmed(std::string_view text);

// Words as a shell would split them: blanks, '…', "…", and \ before any character. Nothing is expanded.
Result<std::vector<std::string>> split_words(std::string_view text);

// A file name from any text: everything but letters, digits, '.', '_', '-' and '+' becomes '_'.
std::string file_safe(std::string_view text);

// "350 ns", "9.6 us", "123 ms", "4.21 s".
std::string duration_text(std::uint64_t nanoseconds);
// "1 file", "2 files".
std::string count(std::size_t n, const std::string& noun);

// The part after the last '/', and without its last extension.
std::string base_name(const std::string& path);
std::string stem(const std::string& path);
// The part before the last '/': "" when there is none, "/" for files in the root.
std::string folder_of(const std::string& path);
// `name` in `folder`; `name` itself when it is absolute or the folder is "".
std::string join_path(const std::string& folder, const std::string& name);

}  // namespace clc

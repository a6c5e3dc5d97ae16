// Joining, splitting and comparing text, and writing numbers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clc {

std::string join(const std::vector<std::string>& parts, std::string_view separator);

// Returns the parts between the separators; one part, the whole text, when there is none.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);
// Does the same where any of several characters separates.
std::vector<std::string_view> split_at_any(std::string_view text, std::string_view separators);

// Levenshtein's distance: how many characters have to be inserted, deleted or replaced.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidates that someone who typed `word` most likely meant, best first, at most three. Case does not count.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

// "; did you mean A or B?", or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

// A number that is not negative, with at most two decimals: "4", "3.5", "3.53".
std::string decimal(double value);

}  // namespace clc

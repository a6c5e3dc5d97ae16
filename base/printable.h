// Text of others (packages, drivers, compilers, servers) as it may be shown on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clc {

// Returns a name or a line in which whatever a terminal would obey instead of showing it is an escape, as in C: "\x1b",
// "\n", "\u202e". These are every control character, those that turn the direction of writing, line separators, and
// what is no UTF-8.
std::string printable(std::string_view text);

// Does the same for text of several lines: line breaks and tabs stay.
std::string printable_lines(std::string_view text);

// The length of the UTF-8 sequence at `text[at]`, or 0 when there is none.
std::size_t utf8_length(std::string_view text, std::size_t at);

// The digits of "\u202e" for a sequence of two bytes or more that is to be escaped; empty: it may be shown.
std::string unshown_code(std::string_view sequence);

}  // namespace clc

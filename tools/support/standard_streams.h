// Standard input and output, whole, and questions to a person.
#pragma once

#include <string>
#include <string_view>

#include "clc/base/result.h"

namespace clc {

inline constexpr int k_standard_output = 1, k_standard_error = 2;

// Writes all of it to standard output, as it is: what clc itself says, JSON, and files that somebody wants there.
Result<void> print(std::string_view text);

// Prints text with parts that come from others, see printable_lines(). Colours would be escaped, too.
Result<void> print_shown(std::string_view text);

// The exit code of a command whose last step is done.
inline Result<int> code_after(const Result<void>& done, int code = 0) {
  return done ? Result<int>(code) : fail(done);
}

// Shows a line on standard error, a terminal, in the place of the one before; whatever is printed next removes it.
void show_line(std::string_view text);
void clear_line();

// Writes to standard error, as it is.
void print_error(std::string_view text);

// True when a person can be asked: standard input and standard error are a terminal.
bool can_ask();
// Asks on standard error; true when the answer is yes.
bool is_confirmed(const std::string& question);

}  // namespace clc

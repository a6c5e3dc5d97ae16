// Patterns of names, as shells have them.
#pragma once

#include <string_view>

namespace clc {

enum class Letters { k_as_written, k_of_any_case };

// Says whether the pattern fits the whole text: * and ? stand for characters, [a-z] and [!a-z] for one of a set, which
// [:digit:] and POSIX's other classes can be in, and a backslash takes the meaning from what follows it.
bool fits_pattern(std::string_view pattern, std::string_view text, Letters letters);

}  // namespace clc

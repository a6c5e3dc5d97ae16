// Standard input and output, whole.
#pragma once

#include <string_view>

#include "clc/package/result.h"

namespace clc {

// Writes all of it to standard output, as it is: what clc itself says, JSON, and files that somebody wants there.
Result<void> print(std::string_view text);

// The same for text with parts that come from others, see printable_lines().
Result<void> print_shown(std::string_view text);

}  // namespace clc

// Standard input and output, whole.
#pragma once

#include <string_view>

#include "clc/package/result.h"

namespace clc {

// Writes all of it to standard output.
Result<void> print(std::string_view text);

}  // namespace clc

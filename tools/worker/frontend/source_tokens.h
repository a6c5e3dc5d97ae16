// Takes sources apart with Clang's lexer, without following their directives.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::worker {

// The tokens of a source, as SourceTokenWriter writes them. Any text has tokens; what Clang refuses is k_other.
Bytes tokens_of(const std::string& source, bool is_cpp);

}  // namespace clc::worker

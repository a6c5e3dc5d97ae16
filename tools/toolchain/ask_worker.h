// Asks a clc-worker of its own for what other commands than compile need of Clang and LLVM.
#pragma once

#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// Returns what clc-worker writes when it is started with this option and given this input. k_damaged with its message
// when it refuses the input, k_crash when it dies or takes too long.
Result<std::string> ask_worker(const char* option, BytesView input);

}  // namespace clc

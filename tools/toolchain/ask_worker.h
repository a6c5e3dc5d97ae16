// Asks a clc-worker of its own for what other commands than compile need of Clang and LLVM.
#pragma once

#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "protocol/question.h"

namespace clc {

// Returns the answer of clc-worker. k_damaged with its message when it refuses the input, k_crash when it dies or takes
// too long.
Result<Bytes> ask_worker(Question question, BytesView input);

}  // namespace clc

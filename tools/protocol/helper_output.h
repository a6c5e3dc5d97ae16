// The standard output of helpers that load drivers, which print to it, too.
#pragma once

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// Makes standard output the same as standard error, because drivers print to it. Returns the descriptor of the real
// standard output.
Result<int> take_standard_output();

// Writes an answer to that descriptor.
Result<void> write_answer(int output, BytesView bytes);

}  // namespace clc

// The frame of clc-worker's commands that compile nothing.
#pragma once

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc::worker {

// Reads standard input and writes what `answer` makes of it to standard output, or why it makes nothing of it to
// standard error. The process is confined to computing before it reads. Returns the exit code.
int answer_input(Result<Bytes> (*answer)(const Bytes& input));

}  // namespace clc::worker

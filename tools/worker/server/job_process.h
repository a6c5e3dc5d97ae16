// The process that the server forks for a job, or for several questions about what sources read.
#pragma once

#include <sys/types.h>

#include <deque>

#include "protocol/protocol.h"

namespace clc::worker {

// Compiles within the limits of the request, sends the reply through `reply_pipe` and ends the process, which ends with
// `server`, too. When LLVM gives up or memory runs out, the reply says so. Several requests have the limits of the
// first, and are answered in their order, up to one that LLVM gives up on.
[[noreturn]] void run_jobs(const std::deque<CompileRequest>& requests, int reply_pipe, pid_t server);

}  // namespace clc::worker

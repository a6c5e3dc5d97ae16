// The process that the server forks for each job.
#pragma once

#include <sys/types.h>

#include "protocol/protocol.h"

namespace clc::worker {

// Compiles within the limits of the request, sends the reply through `reply_pipe` and ends the process, which ends with
// `server`, too. When LLVM gives up or memory runs out, the reply says so.
[[noreturn]] void run_job(const CompileRequest& request, int reply_pipe, pid_t server);

}  // namespace clc::worker

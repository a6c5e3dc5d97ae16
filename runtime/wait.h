// Waits for a command, and measures its time.
#pragma once

#include <string>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/event.h"

namespace clc {

// Waits for `event`. When the command fails on the device, the error is k_opencl and its message begins with `what`.
// The time is 0 when the queue does no profiling.
Result<CommandTime> wait_for(cl_event event, const std::string& what);

}  // namespace clc

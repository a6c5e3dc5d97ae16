// Waits for a command and asks how long it took.
#pragma once

#include <string>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/event.h"

namespace clc {

// Waits for `event`. When the command failed on the device, the error is k_opencl and begins with `what`. The time is 0
// where the queue does no profiling.
Result<CommandTime> wait_for(cl_event event, const std::string& what);

}  // namespace clc

// Waiting for a command and asking how long it took.
#pragma once

#include <string>

#include <CL/cl.h>

#include "clc/package/result.h"
#include "clc/runtime/event.h"

namespace clc {

// Waits; an error when the command itself failed. Time 0 where the queue does no profiling.
Result<CommandTime> wait_for(cl_event event, const std::string& what);

}  // namespace clc

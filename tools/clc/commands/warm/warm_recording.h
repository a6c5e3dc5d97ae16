// Fills the cache of the OpenCL layer with the programs of a recording.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "commands/warm/run_tasks.h"
#include "commands/warm/warmed.h"

namespace clc {

// Lets the driver of the device compile the programs of a recording that the cache lacks. Their texts are read when
// their turn comes.
Result<Warmed> warm_recording(const std::string& folder, const WarmDevice& device, const TaskLimits& limits,
                              Sink& sink);

}  // namespace clc

// Fills the cache of the OpenCL layer with the programs of a recording.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "commands/warm/run_tasks.h"
#include "commands/warm/warmed.h"

namespace clc {

// What the device lacks of the recording in `folder` is compiled by its driver. The texts of programs are read when
// their turn comes.
Result<Warmed> warm_recording(const std::string& folder, const WarmDevice& device, const TaskLimits& limits,
                              Sink& sink);

}  // namespace clc

// Builds programs by the calls that a recorded application made.
#pragma once

#include <vector>

#include "clc/base/result.h"
#include "clc/runtime/device.h"
#include "protocol/warm_protocol.h"

namespace clc {

// Builds each program on the device, and lets it go. All are tried; the error is that of the first that failed.
Result<void> build_programs(const std::vector<WarmProgram>& programs, const Device& device);

}  // namespace clc

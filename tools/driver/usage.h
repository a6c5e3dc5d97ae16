// Records which libraries, programs, files and environment variables the drivers in this process use.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "protocol/protocol.h"

namespace clc {

// Begins to record.
Result<void> record_usage();
// Ends the recording. Files in `private_folder`, which belongs to this process, are left out.
DriverUsage recorded_usage(const std::string& private_folder);

}  // namespace clc

// What the drivers in this process use of the machine: libraries, programs, files and environment variables.
#pragma once

#include <string>

#include "clc/package/result.h"
#include "protocol/protocol.h"

namespace clc {

// From here on it is recorded.
Result<void> record_use();
// What was recorded, without what lies in `private_folder`, which is this process's own.
UsedThings recorded_use(const std::string& private_folder);

}  // namespace clc

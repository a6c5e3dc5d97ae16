// Launches kernels of a package, and says what they left in memory.
#pragma once

#include <cstdint>

#include "clc/base/result.h"

namespace clc {

// Reads a frame that is a package, then a frame for each launch, and answers each with a frame, as
// protocol/launch_protocol.h. The end of the input ends it.
Result<void> serve_launches(int input, int output, std::uint64_t device);

}  // namespace clc

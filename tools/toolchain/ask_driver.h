// Asks an installed OpenCL driver who it is.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "protocol/protocol.h"

namespace clc {

// Returns what `clc-driver --identify`, whose path is `program`, says of the driver of a target. k_unavailable: there
// is no such driver, or several.
Result<DriverIdentity> ask_driver(const std::string& program, const Target& target);

}  // namespace clc

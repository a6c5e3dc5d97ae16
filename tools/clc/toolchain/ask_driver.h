// Asking an installed OpenCL driver who it is.
#pragma once

#include <string>

#include "clc/package/result.h"
#include "clc/package/target.h"
#include "protocol/protocol.h"

namespace clc {

// What `clc-driver --identify` (`program`) says of the driver of a target. k_unavailable: none, or several.
Result<DriverIdentity> ask_driver(const std::string& program, const Target& target);

}  // namespace clc

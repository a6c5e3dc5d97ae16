// The OpenCL loader, which is opened when it is needed, so that programs start without one.
#pragma once

#include <string>

#include "clc/base/result.h"

namespace clc {

// Opens the system's loader, or does nothing when one is open. k_unavailable: there is none, or it is older than OpenCL
// 1.2. What calls opencl() comes after this.
Result<void> need_opencl();

// Opens this one instead. k_usage when another is open.
Result<void> use_opencl(const std::string& library);

}  // namespace clc

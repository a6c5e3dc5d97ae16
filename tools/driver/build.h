// Builds a source with a driver, for the binary that only it can make.
#pragma once

#include "clc/runtime/device.h"
#include "protocol/protocol.h"

namespace clc {

CompileReply build_with_driver(const Device& device, const DriverRequest& request);

}  // namespace clc

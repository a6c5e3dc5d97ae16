// Finds out which language a driver's compiler accepts.
#pragma once

#include "clc/runtime/device.h"
#include "protocol/protocol.h"

namespace clc {

// Compiles and runs a small kernel on the device to learn the predefined macros; if that fails, derives them from the
// facts about the device.
DriverDialect read_dialect(const Device& device);

}  // namespace clc

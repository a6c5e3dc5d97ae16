// How a driver's own compiler sees the world.
#pragma once

#include "clc/runtime/device.h"
#include "protocol/protocol.h"

namespace clc {

// Compiles and runs a small kernel on the device to learn what its compiler predefines, and falls back to
// what the device's facts say where that does not work.
DriverDialect read_dialect(const Device& device);

}  // namespace clc

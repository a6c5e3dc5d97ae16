// Repeats a captured launch on a device of this machine.
#pragma once

#include <cstdint>

#include "clc/base/result.h"
#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "protocol/replay_protocol.h"
#include "recording/capture.h"

namespace clc {

// Returns the first device that takes the package's only module. k_unavailable says why none does.
Result<Device> device_for(const Package& package);

// Launches the kernel `runs` times, each time with the memory as it was before. The package has the capture's program
// as its only module.
Result<ReplayedLaunch> replay(const Capture& capture, const Package& package, const Device& device, std::uint64_t runs);

}  // namespace clc

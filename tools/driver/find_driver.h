// The one installed driver that a target `driver:NAME` means.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"
#include "clc/runtime/device.h"

namespace clc {

// The device whose platform, platform vendor, or device name contains `name`; case-insensitive, `-` and
// `_` alike. Devices that take the same binary count once. Anything but one gives k_unavailable with the
// devices that there are. `features` must have been given to prepare_environment() before.
Result<Device> find_driver(const std::string& name, const std::vector<std::string>& features);

// Returns what a device must match to run a binary that this device's driver made.
Match match_of(const DeviceFacts& facts);

// Returns the device with this number in the list of all. k_unavailable: there is none.
Result<Device> device_at(std::uint64_t number);

}  // namespace clc

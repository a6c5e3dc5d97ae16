// The name of a finished binary in the cache: everything that may change what the driver makes of a variant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/cache/key.h"
#include "clc/package/manifest.h"
#include "clc/runtime/device.h"

namespace clc {

// What DeviceFacts do not say of a driver.
struct DriverFacts {
  std::uint64_t vendor_id = 0;
  std::uint64_t chip = 0;      // where the name does not tell it: Intel's device id
  std::uint64_t stepping = 0;  // and Intel's IP version
  std::string driver_uuid;     // CL_DRIVER_UUID_KHR
  std::string library;         // name, size and times of the driver's library
  std::string processor;       // unless the device is a GPU
  std::vector<std::string> environment;
};

DriverFacts read_driver_facts(const Device& device);

cache::Key program_key(const Variant& variant, const DeviceFacts& device, const DriverFacts& driver);

}  // namespace clc

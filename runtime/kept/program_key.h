// The key of a finished binary in the cache, made of everything that can change the driver's result for a variant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/cache/key.h"
#include "clc/package/manifest.h"
#include "clc/runtime/device.h"

namespace clc {

// The facts about a driver that DeviceFacts lacks.
struct DriverFacts {
  std::uint64_t vendor_id = 0;
  std::uint64_t chip = 0;                // Intel's device id; for other drivers the device's name says which chip it is
  std::uint64_t stepping = 0;            // Intel's IP version
  std::string driver_uuid;               // CL_DRIVER_UUID_KHR
  std::string library;                   // the driver's files: names, sizes and times
  std::string processor;                 // the CPU's model and features; empty when the device is a GPU
  std::vector<std::string> environment;  // variables that drivers read, as NAME=VALUE
};

DriverFacts read_driver_facts(const Device& device);
// Reads DriverFacts::environment, the only fact that may change while a process runs.
std::vector<std::string> read_driver_environment();

// Returns a digest of the driver's files that is the same on every machine, or an empty text when that is not known.
std::string identify_library(const Device& device);

// Adds everything that distinguishes one driver and device from another. add_lasting_facts leaves out the environment.
void add_driver(cache::Key& key, const DeviceFacts& device, const DriverFacts& driver);
void add_lasting_facts(cache::Key& key, const DeviceFacts& device, const DriverFacts& driver);

cache::Key program_key(const Variant& variant, const DeviceFacts& device, const DriverFacts& driver);

}  // namespace clc

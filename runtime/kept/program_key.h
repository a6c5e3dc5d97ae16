// The cache key of a finished binary, made of everything that can change what the driver makes of a variant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/cache/key.h"
#include "clc/package/manifest.h"
#include "clc/runtime/device.h"

namespace clc {

// Facts about a driver that DeviceFacts lack.
struct DriverFacts {
  std::uint64_t vendor_id = 0;
  std::uint64_t chip = 0;                // Intel's device id; other drivers tell the chip in the device's name
  std::uint64_t stepping = 0;            // Intel's IP version
  std::string driver_uuid;               // CL_DRIVER_UUID_KHR
  std::string library;                   // the driver's files: names, sizes and times
  std::string processor;                 // the CPU's model and features; empty when the device is a GPU
  std::vector<std::string> environment;  // variables that drivers read, as NAME=VALUE
};

DriverFacts read_driver_facts(const Device& device);
// The part of them that may change while a process runs.
std::vector<std::string> read_driver_environment();

// The driver's files in words that are the same on every machine; empty where its library cannot be told so.
std::string identify_library(const Device& device);

// Adds everything that tells one driver and device from another; the second does without the environment.
void add_driver(cache::Key& key, const DeviceFacts& device, const DriverFacts& driver);
void add_lasting_facts(cache::Key& key, const DeviceFacts& device, const DriverFacts& driver);

cache::Key program_key(const Variant& variant, const DeviceFacts& device, const DriverFacts& driver);

}  // namespace clc

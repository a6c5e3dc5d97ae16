// Finds out which language a driver's compiler accepts, OpenCL C and SPIR-V.
#pragma once

#include "clc/runtime/device.h"
#include "protocol/protocol.h"

namespace clc {

// Compiles and runs a small kernel on the device to learn the predefined macros; if that fails, derives them from the
// facts about the device.
DriverDialect read_dialect(const Device& device);

// OpenCL C 3.0's feature macros, which a build with -cl-std=CL3.0 predefines. None for older devices.
std::vector<std::string> read_features(const Device& device);

// Read the extensions and capabilities that modules of SPIR-V may declare on a device with cl_khr_spirv_queries.
std::vector<std::string> read_spirv_extensions(cl_device_id device);
std::vector<std::uint64_t> read_spirv_capabilities(cl_device_id device);

}  // namespace clc

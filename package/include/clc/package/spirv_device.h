// The SPIR-V that a device takes, and the target to compile for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/package/target.h"

namespace clc {

struct SpirvDevice {
  std::string il_version;  // CL_DEVICE_IL_VERSION: "SPIR-V_1.2 SPIR-V_1.0"; empty when the device takes no IL
  std::uint64_t address_bits = 0;
  std::vector<std::string> extensions;  // of OpenCL
  // Both of a driver with cl_khr_spirv_queries; empty of others.
  std::vector<std::string> spirv_extensions;
  std::vector<std::uint64_t> spirv_capabilities;
  std::string platform = {};  // CL_PLATFORM_NAME
  std::string kind = {};      // "cpu", "gpu", …
};

// True when the device takes the extension of SPIR-V, by its name. A driver without cl_khr_spirv_queries shows that by
// an extension of OpenCL.
bool takes_spirv_extension(const SpirvDevice& device, std::string_view extension);

// True of Intel's driver for CPUs. CL_DEVICE_VENDOR does not tell: PoCL names the maker of the CPU there.
bool is_intel_cpu(const SpirvDevice& device);

// SPIR-V of the highest version that the device names and that is known, with each known extension of which it has
// every capability, and tuned for it where it can be. Empty when it names no version.
std::optional<Target> spirv_target(const SpirvDevice& device);

}  // namespace clc

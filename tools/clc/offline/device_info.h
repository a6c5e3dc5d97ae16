// The file by which the Khronos conformance tests describe a device to an offline compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct DeviceInfo {
  std::uint64_t address_bits = 64;
  std::vector<std::string> extensions;  // CL_DEVICE_EXTENSIONS
  std::string il_version;               // "SPIR-V_1.2 SPIR-V_1.0"; empty when the file names none
  std::string version;                  // CL_DEVICE_VERSION
  std::string name;                     // CL_DEVICE_NAME
  bool has_images = true;
};

// Reads lines of KEY=VALUE or KEY="VALUE"; blank lines and those that begin with # are skipped, unknown keys too.
// k_usage names the line that is not of this form, and the value that cannot be.
Result<DeviceInfo> parse_device_info(std::string_view text);

}  // namespace clc

// The OpenCL devices of this machine and the facts that choose a variant for one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CL/cl.h>

#include "clc/base/result.h"

namespace clc {

enum class DeviceKind { k_cpu, k_gpu, k_accelerator, k_other };

// Texts are as OpenCL gives them; a number that the driver does not tell is 0.
struct DeviceFacts {
  std::string platform_name;
  std::string platform_vendor;
  std::string platform_version;
  std::string name;  // CL_DEVICE_NAME
  std::string vendor;
  std::string version;  // CL_DEVICE_VERSION
  std::string driver_version;
  std::string il_version;  // CL_DEVICE_IL_VERSION, empty when the device takes no IL
  std::string opencl_c_version;
  std::vector<std::string> extensions;  // CL_DEVICE_EXTENSIONS
  // CL_DEVICE_SPIRV_EXTENSIONS_KHR and CL_DEVICE_SPIRV_CAPABILITIES_KHR, of drivers with cl_khr_spirv_queries.
  std::vector<std::string> spirv_extensions;
  std::vector<std::uint64_t> spirv_capabilities;
  DeviceKind kind = DeviceKind::k_other;
  std::uint32_t address_bits = 0;  // 32 or 64
  std::uint32_t compute_units = 0;
  std::uint32_t native_float_width = 0;   // CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: floats in a vector of the machine
  std::uint64_t max_work_group_size = 0;  // work-items
  std::uint64_t local_memory = 0;         // bytes per work-group
  std::uint64_t global_memory = 0;        // bytes
  std::uint64_t max_allocation = 0;       // bytes
  bool has_fp64 = false;
  bool has_fp16 = false;
  std::optional<int> nvidia_compute_capability;  // 90 for sm_90; empty for other devices

  bool has_extension(std::string_view extension) const;
};

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  DeviceFacts facts;
  // Keeps a part of a device (sub_devices.h) for as long as a copy of this Device is there; null for others.
  std::shared_ptr<const void> owner = {};
};

// "cpu", "gpu", "accelerator" or "other"; select_device takes all but the last.
const char* device_kind_name(DeviceKind kind);

// Lists every device of every platform, in the order of the ICD loader. A platform or device that cannot be asked is
// left out, and an empty list is not an error.
Result<std::vector<Device>> list_devices();

// Selects a device of list_devices(). An empty `pattern` takes the first GPU, else the first device; "cpu", "gpu" and
// "accelerator" take the first of that kind; "#N" takes the one at index N, from 0; any other text takes the first
// whose device, platform or vendor name contains it, in any case. When none matches, the error is k_unavailable and
// lists the devices that there are.
Result<Device> select_device(std::string_view pattern);

// Reads the facts of a device that the application found itself. A driver that fails is k_opencl.
Result<DeviceFacts> read_facts(cl_device_id device);

}  // namespace clc

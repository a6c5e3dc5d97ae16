// The OpenCL devices of this machine and the facts that choose a variant for one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CL/cl.h>

#include "clc/package/result.h"

namespace clc {

enum class DeviceKind { k_cpu, k_gpu, k_accelerator, k_other };

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
  std::vector<std::string> extensions;
  DeviceKind kind = DeviceKind::k_other;
  std::uint32_t address_bits = 0;
  std::uint32_t compute_units = 0;
  std::uint64_t max_work_group_size = 0;
  std::uint64_t local_memory = 0;    // bytes per work-group
  std::uint64_t global_memory = 0;   // bytes
  std::uint64_t max_allocation = 0;  // bytes
  bool has_fp64 = false;
  bool has_fp16 = false;
  std::optional<int> nvidia_compute_capability;  // 90 for sm_90

  bool has_extension(std::string_view extension) const;
};

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
  DeviceFacts facts;
};

// Every device of every platform, in the order of the ICD loader. An empty list is not an error.
Result<std::vector<Device>> list_devices();

// `pattern`: empty takes the first GPU, else the first device; "cpu", "gpu", "accelerator" a kind;
// "#N" the N-th of list_devices(), from 0; anything else a part of the device's, platform's or vendor's
// name, case-insensitive. No match is k_unavailable, with the devices that there are.
Result<Device> select_device(std::string_view pattern);

// The facts of a device that the application found itself.
Result<DeviceFacts> read_facts(cl_device_id device);

}  // namespace clc

// The OpenCL devices of this machine, and what to compile for each of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "protocol/protocol.h"

namespace clc {

inline constexpr const char* k_no_device = "no OpenCL driver is installed; pocl-opencl-icd is one for CPUs";

// Every device of every installed driver, in the order of the ICD loader. k_unavailable when the drivers cannot be
// asked.
// The drivers are asked once in a process.
Result<std::vector<ListedDevice>> installed_devices();
// The same with settings of the environment, NAME=value; asked each time.
Result<std::vector<ListedDevice>> devices_with(const std::vector<std::string>& settings);

// Those of them whose name or platform contains `name`, in any case, as indices. k_unavailable when there is none.
Result<std::vector<std::size_t>> devices_like(const std::vector<ListedDevice>& devices, const std::string& name);

// "NVIDIA H200 (gpu, NVIDIA CUDA 580.159.04)"
std::string describe(const ListedDevice& device);

// The target `driver:NAME` of the device's own compiler. Empty when its name cannot be written as a target.
std::optional<Target> driver_target(const ListedDevice& device);
// The same, by the name that people use where it means this one of the machine's devices alone: driver:pocl.
std::optional<Target> driver_target(const ListedDevice& device, const std::vector<ListedDevice>& all);

// Machine code or PTX for exactly this device: `nvptx:sm_90`, `cuda:sm_90`, or `amdgcn:gfx90a,sramecc+,xnack-` after
// AMD's name of the device. Empty for other devices. A chip that is newer than those that are known gets PTX of the
// newest known one.
std::optional<Target> chip_target(const ListedDevice& device);

// SPIR-V as high as the device takes it, with the extensions that it takes, and tuned for it. Empty when it takes none.
std::optional<Target> il_target(const ListedDevice& device);

// The targets that can be compiled for the device, one of the machine's, the best first.
std::vector<Target> targets_for(const ListedDevice& device, const std::vector<ListedDevice>& all);

}  // namespace clc

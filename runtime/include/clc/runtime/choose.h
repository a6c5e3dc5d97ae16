// Chooses the variants of a module that fit a device, and says why the others do not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/manifest.h"
#include "clc/runtime/device.h"

namespace clc {

struct Refusal {
  std::string target;
  std::string reason;
};

struct Choice {
  // Variants that fit, best first: a driver binary made by exactly this driver, machine code for
  // this architecture, PTX that the device can take, IL. They point into the module.
  std::vector<const Variant*> fitting;
  std::vector<Refusal> refused;
};

Choice choose_variants(const Module& module, const DeviceFacts& device);

// True for the devices that take AMD's code objects: those of AMD's driver, and emulated ones.
bool takes_amd_code(const DeviceFacts& device);

// True for the devices of libclc-cuda.so, which take `cuda:` variants and none that are for NVIDIA's OpenCL driver.
bool is_cuda_device(const DeviceFacts& device);

// The target of machine code or PTX for a device whose driver takes it; empty for others.
std::string own_target(const DeviceFacts& device);

// The refusals as text for an error message, one on each line.
std::string describe(const std::vector<Refusal>& refusals);

// The module of this name or, where the manifest has configurations of it (clc/package/tuning.h), the one that was the
// fastest on this device; else on another device of its platform; else the default one. Null when there is neither.
const Module* find_configuration(const Manifest& manifest, std::string_view name, const DeviceFacts& device);

}  // namespace clc

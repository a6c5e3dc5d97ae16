// Chooses the variants of a module that fit a device, and says why the others do not.
#pragma once

#include <string>
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

// The refusals as text for an error message, one on each line.
std::string describe(const std::vector<Refusal>& refusals);

}  // namespace clc

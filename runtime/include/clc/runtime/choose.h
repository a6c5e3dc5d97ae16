// Which variant of a module a device gets, and why the others do not fit.
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
  // exactly this architecture, PTX that the device can take, IL.
  std::vector<const Variant*> fitting;
  std::vector<Refusal> refused;
};

Choice choose_variants(const Module& module, const DeviceFacts& device);

// Each refusal on a line of its own, for an error message.
std::string describe(const std::vector<Refusal>& refusals);

}  // namespace clc

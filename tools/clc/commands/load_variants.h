// Loads what a package has for the devices of this machine, each variant in a confined process of its own.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/package.h"

namespace clc {

struct TriedVariant {
  std::string module, target;
  std::string device;   // "NAME (PLATFORM)"; empty: no device takes it, and it was not tried
  std::string problem;  // why it could not be loaded; empty: it was
  std::string add_on;   // the path of the add-on that has the variant; empty: the package itself
  bool is_loaded() const { return !device.empty() && problem.empty(); }
};

// Every variant of the package, then of its add-ons, with every device that takes it. An error when the drivers cannot
// be asked.
Result<std::vector<TriedVariant>> load_variants(const Package& package, std::chrono::seconds limit);

}  // namespace clc

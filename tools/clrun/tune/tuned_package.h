// The package that a tuned one becomes: of each name the default configuration and those that were the fastest
// somewhere.
#pragma once

#include <string>
#include <vector>

#include "clc/package/package.h"
#include "tune/configurations.h"
#include "tune/journal.h"

namespace clc::clrun {

// `winners`: the fastest of each name with its time. `earlier`: what was written to the same place before, for other
// devices, or null; k_usage when it was made from other kernels.
Result<PackageContents> tuned_package(const Package& package, const std::vector<Trial>& winners,
                                      const TunedDevice& device, const Manifest* earlier);

}  // namespace clc::clrun

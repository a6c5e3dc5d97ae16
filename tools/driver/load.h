// Tries whether the installed drivers take what a package has for them.
#pragma once

#include <cstdint>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"
#include "clc/package/package.h"
#include "protocol/fitting_variants.h"

namespace clc {

// Returns each pair of a variant and a device for which the runtime would take the variant, were it the only one.
Result<std::vector<FittingVariant>> fitting_variants(const Manifest& manifest);

// Loads every module of the package on the device with that index, and creates all of their kernels.
Result<void> load_package(const Package& package, std::uint64_t device);

}  // namespace clc

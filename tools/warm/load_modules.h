// Lets the runtime load modules of a package, which keeps in the cache what drivers make of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "protocol/warm_protocol.h"

namespace clc {

// Says of each module whether the cache has what the device needs. Nothing is loaded.
std::vector<WarmModule> modules_in_cache(const Package& package, const Device& device);

// Loads a module of the package. Returns the reason why the cache does not have it now, or an empty text.
Result<std::string> load_into_cache(const Package& package, std::uint64_t module, const Device& device);

}  // namespace clc

// The kernels that a finished binary has.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "clc/package/target.h"

namespace clc::worker {

// An error (k_crash) unless the binary has a body for each kernel of the interface, under its name, and no others.
Result<void> check_kernels_match(const Interface& interface, const std::string& binary, Family family);

}  // namespace clc::worker

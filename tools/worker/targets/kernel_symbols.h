// The kernels that a finished binary has.
#pragma once

#include <set>
#include <string>

#include "clc/base/result.h"
#include "clc/package/interface.h"

namespace clc::worker {

using KernelNames = std::set<std::string>;

KernelNames kernels_of_spirv(const std::string& binary);
KernelNames kernels_of_ptx(const std::string& binary);
KernelNames kernels_of_elf(const std::string& binary);

// An error (k_crash) unless the binary has a body for each kernel of the interface, under its name, and no others.
Result<void> check_kernels_match(const Interface& interface, KernelNames found);

}  // namespace clc::worker

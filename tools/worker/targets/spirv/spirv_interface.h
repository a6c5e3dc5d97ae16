// The kernels of a SPIR-V module, and their arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "clc/package/interface.h"

namespace clc::worker {

// Types are spelled as the module's names tell them. Where it has none, integers are signed, and arguments are called
// a0, a1, …
Interface interface_of_spirv(const std::vector<std::uint32_t>& words, std::uint64_t pointer_size);

}  // namespace clc::worker

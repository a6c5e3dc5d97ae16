// The capabilities and extensions that a module of SPIR-V declares, which a device must have.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"

namespace clc {

struct SpirvNeeds {
  std::vector<std::uint64_t> capabilities;  // numbers of SPIR-V's enumeration Capability
  std::vector<std::string> extensions;
};

// Reads the beginning of a module; stops at the first instruction that comes after them, or that is damaged.
SpirvNeeds read_spirv_needs(BytesView module);

}  // namespace clc

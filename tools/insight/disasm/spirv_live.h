// Counts the values that are alive in the functions of a SPIR-V module. They are no registers: a driver's compiler
// splits values, and moves and joins instructions.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "clc/base/bytes.h"

namespace clc {

// The instruction before which the most values are alive, in words of 32 bits. Values are results of instructions and
// parameters. A vector counts its elements, a pointer its address, and a truth value nothing.
struct MostSpirvValues {
  std::uint64_t words = 0;
  std::string place;  // "kernel.cl:12"; empty: no line is known
};

// Returns the figures by the names of kernels. The values of a function that a kernel calls count on top of those that
// are alive at the call. Damaged modules are read as far as they can be.
std::map<std::string, MostSpirvValues> most_spirv_values(BytesView module);

}  // namespace clc

// How many values are alive in the functions of a SPIR-V module. They are no registers: a driver's compiler takes them
// apart, moves and joins instructions.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "clc/base/bytes.h"

namespace clc {

// The instruction before which most results of instructions and parameters are still read, in words of 32 bits: a
// vector has its elements, a pointer is an address, and truth values do not count.
struct MostSpirvValues {
  std::uint64_t words = 0;
  std::string place;  // "kernel.cl:12"; empty: no line is known
};

// Returns the figures by the names of kernels. The values of a function that a kernel calls count on top of those that
// are alive at the call. Damaged modules are read as far as they can be.
std::map<std::string, MostSpirvValues> most_spirv_values(BytesView module);

}  // namespace clc

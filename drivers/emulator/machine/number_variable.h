// Environment variables that are numbers.
#pragma once

#include <cstdint>

namespace clc::emulator {

// `otherwise` where the variable is not set, and where it is no number from `least` on, which standard error then says,
// once for each variable.
std::uint64_t number_variable(const char* name, std::uint64_t least, std::uint64_t otherwise);

}  // namespace clc::emulator

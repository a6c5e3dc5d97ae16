// Output of kernels.
#pragma once

#include <cstdint>
#include <cstdio>

#include "machine/code_object.h"

namespace clc::emulator {

// Prints what a kernel left in the buffer of printf. Nothing in formats or buffer makes it read beyond `used` bytes.
void print_output(const CodeObject& object, const std::uint8_t* buffer, std::uint32_t used, std::FILE* to);

}  // namespace clc::emulator

// The chips of the emulator, and the environment in which OpenCL has them alone.
#pragma once

#include <string>

#include "toolchain/opencl_layer.h"

namespace clc {

// `chip`: as in targets, "gfx1100".
bool is_emulated_chip(const std::string& chip);

// `driver`: the emulator, without a colon in its path. `chips`: names with commas between them, or empty.
Settings emulated_gpu(const std::string& driver, const std::string& chips);

}  // namespace clc

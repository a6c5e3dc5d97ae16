// The GPUs that the emulator has.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "toolchain/opencl_layer.h"

namespace clc {

struct EmulatedChip {
  const char* name;
  const char* products;
  bool is_shown;
  bool is_by_subtraction = false;  // AMD's tables do not have it: gfx942's, changed
};
// In their order. Programs that did not choose see those that are `is_shown`.
std::span<const EmulatedChip> emulated_chips();

// `chip`: as in targets, "gfx1100".
bool is_emulated_chip(const std::string& chip);

// Returns the environment in which OpenCL has emulated GPUs alone. `driver`: the emulator, without a colon in its path.
// `chips`: names with commas between them, or empty.
Settings emulated_gpu(const std::string& driver, const std::string& chips);

// Returns the names of chips as the driver knows them, of chips or products. `origin`: the option or the variable with
// the words. k_unavailable for others.
Result<std::vector<std::string>> chosen_chips(const std::string& origin, const std::vector<std::string>& words);

}  // namespace clc

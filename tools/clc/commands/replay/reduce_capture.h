// Makes a captured launch smaller as long as it fails.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "recording/capture.h"

namespace clc {

// True while a launch fails as the first one did.
using StillFails = std::function<Result<bool>(const Capture&)>;

struct Reduction {
  std::uint64_t tries = 0, kept = 0;
};

// Tries smaller global sizes, then zeros in the place of memory and of values. Stops after so many tries.
Result<Reduction> reduce_capture(Capture& capture, std::uint64_t most_tries, const StillFails& still_fails);

}  // namespace clc

// Counts the live registers of an AMD chip before each instruction: those whose value is still needed.
#pragma once

#include <vector>

#include "protocol/live_registers.h"
#include "worker/insight/live/code_object.h"

namespace clc::worker {

// A vector register is live while any lane may still read its value: a lane that takes part, or one that waits outside
// a branch or a loop.
std::vector<LiveFunction> live_registers(const DecodedCode& code);

}  // namespace clc::worker

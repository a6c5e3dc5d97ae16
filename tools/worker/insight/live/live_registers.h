// Counts the registers of an AMD chip that hold something that is still needed, before each instruction.
#pragma once

#include <vector>

#include "protocol/live_registers.h"
#include "worker/insight/live/code_object.h"

namespace clc::worker {

// A vector register counts while a lane may still read what it holds there: a lane that takes part, or one that waits
// outside a branch or a loop for its turn, whose part of the register an instruction leaves as it is.
std::vector<LiveFunction> live_registers(const DecodedCode& code);

}  // namespace clc::worker

// Integer instructions with the clamp bit: results that do not wrap around.
#pragma once

#include "isa/pseudocode.h"

namespace clc::emulator {

// Replaces the results of `call` by those that stay within the type. False: this instruction is not known to.
bool saturate(Opcode opcode, pseudocode::Call& call);

}  // namespace clc::emulator

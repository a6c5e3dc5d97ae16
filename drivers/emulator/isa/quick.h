// Finds out, once for each instruction, whether and how `execute_quickly` executes it.
#pragma once

#include "isa/instruction.h"

namespace clc::emulator {

void find_quick(Instruction& instruction);

}  // namespace clc::emulator

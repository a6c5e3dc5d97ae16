// Costs of an access to memory: lines of global memory, passes over the banks of local memory.
#pragma once

#include "isa/chip.h"
#include "machine/counters.h"
#include "machine/wave.h"

namespace clc::emulator {

// Bytes of the lines that are counted: those of the chip's transactions.
unsigned counted_line(Chip chip);

// Counts the lanes of a vector or vector memory instruction.
void count_vector(const Wave& wave, std::uint64_t exec, Counters& all);
// Counts the lines of global, flat and buffer instructions.
void count_lines(const PendingAccess& access, Chip chip, Counters& all);
// Counts the passes of accesses to local memory.
void count_banks(const PendingAccess& access, Counters& all);

}  // namespace clc::emulator

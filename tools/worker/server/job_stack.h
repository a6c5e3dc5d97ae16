// The stack of a job: sources nest as deeply as they like, and compilers follow them by calls.
#pragma once

#include <cstdint>

namespace clc::worker {

// Calls `job` on a stack for all that Clang itself permits: 2 048 brackets, some kilobytes each. Calls `overflow`, on
// another stack, when that is not enough. Neither returns. `memory_bytes`: the limit of the process's memory, or 0.
[[noreturn]] void run_on_own_stack(void (*job)(), void (*overflow)(), std::uint64_t memory_bytes);

// Has the end of that stack looked after again, when somebody else wanted to hear of faults. They hear of all others.
void watch_stack();

}  // namespace clc::worker

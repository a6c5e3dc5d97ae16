// The worker's part of `clc disasm --live`, and of `clc report --live` and `--lines`, which needs LLVM;
// docs/architecture.md.
#pragma once

namespace clc::worker {

// Reads an AMD code object from standard input, and writes its live registers (protocol/live_registers.h), or why there
// are none to standard error. Returns the exit code.
int print_live_registers();

// The same for what its instructions wait for (protocol/machine/machine_steps.h).
int print_machine_steps();

}  // namespace clc::worker

// The worker's part of `clc disasm --live` and `clc report --live`, which needs LLVM; docs/architecture.md.
#pragma once

namespace clc::worker {

// Reads an AMD code object from standard input, and writes its live registers (protocol/live_registers.h), or why there
// are none to standard error. Returns the exit code.
int print_live_registers();

}  // namespace clc::worker

// printf for NVIDIA's OpenCL driver.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Replaces `printf(format, …)` by `vprintf(format, buffer)`: arguments in order, each at its own
// alignment, floats not widened, vectors whole.
void lower_printf(llvm::Module& module);

}  // namespace clc::worker

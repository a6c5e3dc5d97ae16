// printf for NVIDIA's OpenCL driver.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Replaces `printf(format, …)` by `vprintf(format, buffer)`: arguments in order, each at its own
// alignment, floats widened as C does (found on an H200, driver 580.159), vectors as their elements.
void lower_printf(llvm::Module& module);

}  // namespace clc::worker

// Kernels that the optimiser must not leave behind.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/base/result.h"

namespace clc::worker {

// Notes which kernels may end where the source itself says so, by __builtin_unreachable() or a trap.
void note_ends_of_source(llvm::Module& module);

// To be asked after the optimiser. Errors (k_compile): functions that call themselves, and kernels without an end, on
// whose every path is something undefined: execution would run into the code that follows.
Result<void> judge_optimized(llvm::Module& module);

}  // namespace clc::worker

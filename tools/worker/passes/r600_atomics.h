// Atomic operations that LLVM 22's backend for R600 chips cannot write.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/base/result.h"

namespace clc::worker {

// `atomic_inc` and `atomic_dec` become additions and subtractions. Atomics on global memory whose result is used
// are an error (k_compile): the chips leave results in a memory of their own, which the backend does not set up.
Result<void> prepare_atomics_for_r600(llvm::Module& module);

}  // namespace clc::worker

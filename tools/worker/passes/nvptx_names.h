// Names of PTX.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/base/result.h"

namespace clc::worker {

// Renames functions and variables whose names PTX does not have or uses itself. Applications ask for kernels by name,
// so for those it is an error (k_compile).
Result<void> make_names_of_ptx(llvm::Module& module);

}  // namespace clc::worker

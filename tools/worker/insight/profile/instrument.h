// Kernels that record what they do: every memory access and every branch is written to a buffer that an argument more
// points to. `clrun profile` runs them and reads it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/base/result.h"
#include "insight/waves/access_table.h"

namespace clc::worker {

// Between optimisation and code generation, of a module for 64-bit SPIR-V whose instructions still have their places.
Result<AccessTable> instrument(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker

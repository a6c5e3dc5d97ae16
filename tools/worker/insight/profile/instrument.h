// Instruments kernels: they write each memory access and each branch to a buffer, a new last argument. `clrun profile`
// runs them and reads the buffer.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/base/result.h"
#include "insight/waves/access_table.h"

namespace clc::worker {

// Changes an optimised module for 64-bit SPIR-V before code is generated from it. Its instructions must still have
// their debug locations.
Result<AccessTable> instrument(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker

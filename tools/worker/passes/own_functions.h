// The program's own functions, whose names mean something to LLVM.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Renames functions that the program defines and that LLVM, a builtin library or a driver would take for others by
// their names: those of C's library, as `sqrtf`; those of OpenCL, as an overload of `pow`; and reserved ones.
void rename_own_functions(llvm::Module& module);

}  // namespace clc::worker

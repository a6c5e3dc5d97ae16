// Code that would have to run before the first kernel: no driver runs it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/base/result.h"

namespace clc::worker {

// Runs constructors of variables, as far as LLVM can do it (it runs no loops), and makes what they leave the variables'
// values. The others are errors: the optimiser would take such a variable for zero.
Result<void> run_global_constructors(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker

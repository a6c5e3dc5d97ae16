// Inlining for chips on which a call is dear: what a function is given a pointer to stays in memory, and so does what
// registers hold across the call.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Lets the pipeline that `builder` will make inline what LLVM does, and large functions of the program, too, until a
// function or the module has grown enough. Nothing changes below -O2, nor for functions that are small by attribute.
void inline_large_functions(llvm::PassBuilder& builder);

}  // namespace clc::worker

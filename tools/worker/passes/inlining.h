// Inlining for chips on which a call is dear: what a function is given a pointer to stays in memory, and so does what
// registers hold across the call.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Marks the functions of the module as those of the program. To be done before a builtin library is linked, whose large
// functions are left out of line where LLVM leaves them so.
void mark_functions_of_program(llvm::Module& module);

// Lets the pipeline that `builder` will make inline what LLVM does, and large functions of the program, too, until a
// function or the module has grown enough. Nothing changes below -O2, nor for functions that are small by attribute.
void inline_large_functions(llvm::PassBuilder& builder);

}  // namespace clc::worker

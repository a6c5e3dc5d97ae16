// Inlining for chips on which calls are expensive: variables that are passed by pointer stay in memory, and values that
// are live across a call are spilled.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Makes the pipeline of `builder` also inline the program's functions that LLVM thinks too large, until the caller or
// the module reaches a limit. Nothing changes below -O2, nor for functions with optsize, minsize or optnone.
void inline_large_functions(llvm::PassBuilder& builder);

}  // namespace clc::worker

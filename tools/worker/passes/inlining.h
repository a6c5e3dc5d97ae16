// Inlining for chips on which calls are expensive: variables that are passed by pointer stay in memory, and values that
// are live across a call are spilled.
#pragma once

#include <vector>

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Makes the pipeline of `builder` also inline the program's functions that LLVM thinks too large, until the caller or
// the module reaches a limit. Nothing changes below -O2, nor for functions with optsize, minsize or optnone.
void inline_large_functions(llvm::PassBuilder& builder);

// Marks a function that is no kernel as alwaysinline, at -O0 and against its own attributes as well.
void inline_always(llvm::Function& function);

// Does so with all functions that call one of these, directly or not.
void inline_callers_always(std::vector<llvm::Function*> callees);

}  // namespace clc::worker

// Types of pointers, which LLVM 22's SPIR-V backend guesses and drivers want to read.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// LLVM's pointers have no element types, and SPIR-V's do: the backend guesses them by uses. Where it guesses wrong, a
// pointer is computed, which makes the guess one of its own; and pointers are compared as numbers.
void spell_out_pointers(llvm::Module& module);

}  // namespace clc::worker

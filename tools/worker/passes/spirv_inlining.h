// Functions that drivers are to inline.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Asks drivers by SPIR-V's function control `Inline` to inline functions that are handed variables of the work-item: in
// place, their arrays come into registers. Drivers obey, and the module grows by nothing. Not asked for are functions
// that forbid it, that call themselves, or that would grow a caller much.
void ask_for_inlining(llvm::Module& module);

// Lets drivers inline functions that are handed vectors of three, or return one, where the source forbids it. Intel's
// driver for CPUs calls them with vectors of four, for a row of work-items of which the first only gets its own.
void permit_inlining(llvm::Module& module);

}  // namespace clc::worker

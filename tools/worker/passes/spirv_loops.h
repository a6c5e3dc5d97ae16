// Loops that drivers are to see as they were written.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Keeps loops of many turns from being unrolled, unless the source asks for it or they index an array of the work-item
// or a table, which unrolling brings into registers and constants. A driver unrolls the others itself, knowing its
// machine: of 64 turns unrolled here, Intel's driver for CPUs made code that takes 1.8 times as long as from the loop.
void keep_long_loops(llvm::PassBuilder& builder);

}  // namespace clc::worker

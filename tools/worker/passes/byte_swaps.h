// Swaps of the bytes of 64-bit integers on AMD's chips with registers of 16 bits.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// LLVM 22 moves each half of such an integer through a register of 16 bits on these chips (`real-true16`), which the
// optimiser happens to remove: without it, two bytes of four are lost. Each half is swapped for itself instead.
void swap_bytes_of_halves(llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace clc::worker

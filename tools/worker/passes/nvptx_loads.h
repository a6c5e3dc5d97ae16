// Loads, of which as many as can be are to be on their way at a time.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Makes `x | 3` the sum `(x & ~3) + 3` where the module has `x & ~3`. Of the four indices from `x / 4 * 4` on, LLVM
// writes the last as `x | 3`, and the code generator does not see any longer that it lies beside the others, which it
// loads as a vector.
void count_from_first_neighbour(llvm::Module& module);

// Extends sums with their sign that are indices and never negative. Of those that differ by constants, as `i - first`
// and
// `(i + 1) - first` in a loop that was unrolled, the code generator then takes the constants into the loads.
void extend_sums_with_sign(llvm::Module& module);

// Marks loads of memory that nothing writes while a kernel runs. PTX has an instruction of its own for them
// (`ld.global.nc`), which ptxas moves across barriers. LLVM marks them, too, but gives up ten steps behind an argument,
// and a loop that was unrolled has longer chains of addresses once these have been made of sums. So this comes before
// code generation.
void mark_read_only_loads(llvm::Module& module);

}  // namespace clc::worker

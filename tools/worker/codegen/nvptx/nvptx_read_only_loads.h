// Loads of memory that nothing writes while a kernel runs. PTX has an instruction of its own for them (`ld.global.nc`),
// which ptxas moves across barriers, so that more of them are on their way at a time.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Marks such loads of kernels. LLVM does so, too, but gives up ten steps behind an argument, and a loop that was
// unrolled has longer chains of addresses once these have been made of sums. So this comes before code generation.
void mark_read_only_loads(llvm::Module& module);

}  // namespace clc::worker

// OpenCL's functions that take an operation or two.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Writes `min`, `max` and `clamp` of integers as comparisons and selections, and `mul24` and `mad24` of numbers that
// all work-items share as products and sums. Intel's driver for CPUs takes what a function returns for another number
// in each work-item, and a loop up to it for one that they leave apart.
void write_integer_functions(llvm::Module& module);

// Names `min` and `max` of floating-point numbers what SPIR-V calls them, `fmin_common` and `fmax_common`. LLVM writes
// `fmin` and `fmax`, which look for NaN, and take Intel's driver for CPUs three times as long.
void name_extremes(llvm::Module& module);

}  // namespace clc::worker

// Vectors of which only the elements are computed with.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Carries numbers, not a short vector of them, from one turn of a loop to the next where each turn takes the vector
// apart and puts it together again; a vector that the loop begins with is taken apart before. Intel's driver for CPUs,
// which computes an element of several work-items at a time, would transpose the vectors of all of them twice a turn.
void carry_elements(llvm::Module& module);

}  // namespace clc::worker

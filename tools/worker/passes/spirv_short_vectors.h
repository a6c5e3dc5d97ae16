// Operations on short vectors that drivers compute for each element.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Writes OpenCL's functions of vectors of two, three and four elements, and divisions and conversions of vectors of up
// to eight, once for each element, and loads and stores by functions as such. Intel's driver for CPUs computes such a
// function for one work-item after the other, and that of a number for sixteen at once: from source, too, it takes up
// to fourteen times as long. Left are vectors in loops that carry so many of them that sixteen work-items' elements
// would not fit into registers, and those that lie apart in memory, or that the driver takes apart slowly, where the
// function takes a few instructions.
void split_short_vectors(llvm::Module& module);

}  // namespace clc::worker

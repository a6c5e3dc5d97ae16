// Elements of vectors that are better computed with one by one.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Chooses elements whose numbers are not constant by selections, and those of less than 32 bits by shifts, where LLVM's
// backends would store the vector and load the element. One that is the only use of a loaded vector is left, as it is
// loaded by itself.
void select_elements(llvm::Module& module);

// Joins the answers for a vector's elements, where it is asked of all or of any, by `and` or `or`. LLVM's NVPTX backend
// would make bits of a number of them.
void join_answers(llvm::Module& module);

}  // namespace clc::worker

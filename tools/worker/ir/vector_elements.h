// Elements of vectors by numbers that are not constant.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Chooses elements by selections, and those of less than 32 bits by shifts, where LLVM's backends would store the
// vector and load the element. One that is the only use of a loaded vector is left, as it is loaded by itself.
void select_elements(llvm::Module& module);

}  // namespace clc::worker

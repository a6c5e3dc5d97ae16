// Shows analyses how often loops iterate.
#pragma once

#include <llvm/IR/Function.h>

namespace clc::worker {

// Clang leaves `continue` and `break` in blocks with variables as a switch over a number that says where to go, which
// has an edge that is never taken out of the loop, and phis of one value for what does not change there. Removes both.
void clear_loop_exits(llvm::Function& function);

}  // namespace clc::worker

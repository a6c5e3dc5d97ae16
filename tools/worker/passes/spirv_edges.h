// The edges between a function's blocks, as readers of SPIR-V want them.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Several labels of a switch may lead to one block, which has an `OpPhi` then: the translators of LLVM 14 and 15, and
// drivers made of them, die of its counting the switch once. An empty block takes all of these labels together.
void join_edges_of_switches(llvm::Module& module);

}  // namespace clc::worker

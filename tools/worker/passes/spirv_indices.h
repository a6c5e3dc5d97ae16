// Indices as drivers understand them that compile a kernel for several work-items at a time.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// Where neighbouring work-items read neighbouring elements, Intel's driver for CPUs reads all of these at once, if it
// sees that they are neighbours. LLVM knows more of numbers than SPIR-V 1.2 can say, and rewrites indices so that
// nobody sees it who does not know that: these are written as they were.
void spell_out_indices(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker

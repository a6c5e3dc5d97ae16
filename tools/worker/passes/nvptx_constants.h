// Tables in constant memory whose words the items of a warp choose each for itself. Constant memory gives a warp one
// word at a time: 32 items that ask for 32 words wait for 32 reads. Global memory's cache gives them all at once.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Puts a pass at the end of the pipeline that `builder` will make. It gives a program's constant arrays a copy in
// global memory, for loads alone whose address may differ from item to item; the others read constant memory as before.
void add_constant_passes(llvm::PassBuilder& builder);

}  // namespace clc::worker

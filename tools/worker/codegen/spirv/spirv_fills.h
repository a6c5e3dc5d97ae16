// Memory that is filled with one byte.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Copies a constant array of that byte, which is how LLVM 22's SPIR-V backend writes it; but that reads the byte from
// anywhere where the function has the same constant elsewhere, and fills with what it finds.
void copy_fills(llvm::Module& module);

}  // namespace clc::worker

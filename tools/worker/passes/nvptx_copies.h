// Copies of structs and arrays.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Copies by the largest unit that both sides are aligned to: LLVM's loop for NVPTX copies single bytes.
void copy_by_words(llvm::Module& module);

}  // namespace clc::worker

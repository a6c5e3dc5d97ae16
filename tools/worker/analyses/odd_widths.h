// Integer widths that SPIR-V does not have: all but 1, 8, 16, 32 and 64 bits.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

bool has_odd_width(const llvm::Type* type);

// A function with integers of a size that SPIR-V does not have, or null.
const llvm::Function* function_with_odd_widths(const llvm::Module& module);

}  // namespace clc::worker

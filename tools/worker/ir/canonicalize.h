// llvm.canonicalize, which `__builtin_elementwise_canonicalize` is.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Makes multiplications by 1 of it, for code generators that cannot write it. To be done after the optimiser, which
// would remove them.
void expand_canonicalizations(llvm::Module& module);

}  // namespace clc::worker

// Writes arithmetic that reports an overflow with ordinary instructions.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// `llvm.{u,s}{add,sub,mul}.with.overflow`, which `__builtin_add_overflow` and the optimiser make. LLVM 22's SPIR-V
// backend writes the unsigned sums as instructions on which Intel's compiler gives up without a word, cannot select
// the signed ones, and tests the signed product's high half for zero, which is wrong for negative products.
void expand_overflow_checks(llvm::Module& module);

}  // namespace clc::worker

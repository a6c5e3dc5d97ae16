// LLVM's intrinsics for functions of C's maths library, which `__builtin_elementwise_sin` and its like are. Code
// generators write them as calls of that library, which no chip has, or not at all.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Makes calls of OpenCL's functions of those that machine code has no instructions for. To be done before a builtin
// library is linked.
void call_builtins_of_chips(llvm::Module& module);
// Makes calls of OpenCL's functions of those that LLVM's SPIR-V backend cannot write. To be done after the optimiser,
// which makes some of them.
void call_builtins_of_spirv(llvm::Module& module);

// Makes multiplications by 1 of llvm.canonicalize, for code generators that cannot write it. To be done after the
// optimiser, which would remove them.
void expand_canonicalizations(llvm::Module& module);
// Gives each element of a vector its own llvm.canonicalize, for code generators that know none of vectors.
void split_canonicalizations(llvm::Module& module);

}  // namespace clc::worker

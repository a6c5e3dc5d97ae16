// Vectors of sizes that SPIR-V does not have.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// The optimiser reads `(uchar)v.y` of an `int3 v` as element 4 of a vector of 12 bytes, and `(short)w.s3` of an `int16`
// as one of 32. SPIR-V has vectors of 2, 3, 4, 8 and 16 elements: such elements are taken from those of `v` by shifts.
void remove_odd_vectors(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker

// Products and sums that a driver may compute as one operation.
//
// LLVM 22's SPIR-V backend writes what C permits to contract as `fma`, which is exact, so that devices without a fast
// one compute it in software; and `ContractionOff` into every kernel, so that a product and a sum are no permission.
#pragma once

#include <llvm/IR/Module.h>

namespace clc::worker {

// Notes in what Clang wrote, and no pass has changed, which products of `a * b + c * d` C permits to contract.
void note_contractions(llvm::Module& module);

// Writes contractions as OpenCL's `mad`, which is a fused operation or two, whichever is fast; or as two where drivers
// may contract them by themselves and have no fast `mad`, and of short vectors that lie apart. Kernels in which a
// driver might contract more than C permits get `ContractionOff`; with `permits_all` none does.
void permit_contractions(llvm::Module& module, bool permits_all);

}  // namespace clc::worker

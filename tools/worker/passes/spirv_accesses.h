// Lowers `vloadn` and `vstoren` to loads and stores with the alignment of an element.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

enum class Access { k_none, k_load, k_store };

// Returns the kind of a call of `vloadn` or `vstoren` of vectors of up to 16 bytes; k_none for other calls. Intel's CPU
// driver calls these builtins once for each work-item, but loads and stores such vectors for sixteen at once.
Access access_of(const llvm::CallInst& call);

// Replaces the call by a load or store of a vector, or by three of elements: a vector of three has no fourth in memory.
void lower_access(llvm::CallInst& call);

}  // namespace clc::worker

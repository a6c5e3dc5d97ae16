// OpenCL's loads and stores of vectors whose elements are aligned each by itself, as loads and stores.
#pragma once

#include <llvm/IR/Instructions.h>

namespace clc::worker {

enum class Access { k_none, k_load, k_store };

// Tells which of `vloadn` and `vstoren` is called, of vectors of up to 16 bytes: Intel's driver for CPUs calls them for
// one work-item after the other, but loads and stores such vectors for sixteen at once.
Access access_of(const llvm::CallInst& call);

// Loads or stores, instead of the call, a vector; and one of three elements by elements, as it has no fourth in memory.
void write_access(llvm::CallInst& call);

// True where the driver takes vectors in memory apart and puts them together for sixteen work-items at once.
bool is_transposed(const llvm::Type& vector);

}  // namespace clc::worker

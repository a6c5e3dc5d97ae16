// Indices of kernels, as a driver sees them that vectorises a kernel along its first dimension.
#pragma once

#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"

namespace clc::worker {

// True where the number grows by as much from each work-item to the next, as far as is known. Uniform numbers do.
bool has_constant_stride(const llvm::Value& number, const Divergence& divergence);

// True where each work-item's number is one more than that of the work-item before, or all are the same.
bool is_unit_stride(const llvm::Value& number, const Divergence& divergence);

// True where only addresses and their limits are computed of a number, and the driver transposes what is there.
bool is_only_index(const llvm::Instruction& number);

// True for a vector of up to 16 bytes, or a number: Intel's CPU driver transposes those of sixteen work-items at once.
bool is_transposed(const llvm::Type& type);

}  // namespace clc::worker

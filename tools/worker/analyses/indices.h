// Strides of indices, as seen by a driver that vectorises a kernel along its first dimension.
#pragma once

#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"

namespace clc::worker {

// True where the number seems to grow by the same amount from each work-item to the next; by 0 where it is uniform.
bool has_constant_stride(const llvm::Value& number, const Divergence& divergence);

// True where each work-item's number seems to be one more than the previous work-item's, or is uniform.
bool is_unit_stride(const llvm::Value& number, const Divergence& divergence);

// True where a number is used only in comparisons and in addresses of values that the driver transposes.
bool is_only_index(const llvm::Instruction& number);

// True for a scalar or vector of up to 16 bytes: Intel's CPU driver transposes those of sixteen work-items at once.
bool is_transposed(const llvm::Type& type);

}  // namespace clc::worker

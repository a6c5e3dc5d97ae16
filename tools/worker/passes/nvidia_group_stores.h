// Stores accumulators of a work-group by 16 bytes. Four work-items of a warp hold two elements each of 8 columns, and
// exchange them with one another (shfl.sync), so that each holds several in a row.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "worker/passes/cooperative_fragments.h"

namespace clc::worker {

// Columns that four work-items store at once; 0 where elements are not exchanged.
unsigned columns_at_once(const Matrix& matrix);

// The first column of those that a work-item stores, among columns_at_once().
llvm::Value* stored_column(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* item);

// The 16 bytes that a work-item stores of its elements of a row in such columns.
llvm::Value* exchanged(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> elements, llvm::Value* item);

}  // namespace clc::worker

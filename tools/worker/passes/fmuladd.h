// Calls of llvm.fmuladd: a product and a sum that C permits to contract to a fused multiply-add.
#pragma once

#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {

bool is_fmuladd(const llvm::Instruction& instruction);

// In the order of the function.
std::vector<llvm::IntrinsicInst*> fmuladds_of(llvm::Function& function);

// True for an `fmul`.
bool is_product(const llvm::Value* value);

// The operand of an `fneg`; null for other values.
llvm::Value* negated(llvm::Value* value);

// Writes a product and a sum, or a difference for a negated operand.
llvm::Value* expand_fmuladd(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& fmuladd);

}  // namespace clc::worker

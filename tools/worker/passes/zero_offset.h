// Offsets of zero bytes, which make a pointer to a variable a computed pointer. SPIR-V's pointers have element types
// and LLVM's have none, so LLVM 22's SPIR-V backend deduces the types from uses; it deduces a computed pointer's
// separately from the variable's.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

// Replaces the operand by its address plus zero bytes, computed in front of the instruction.
inline void add_zero_offset(llvm::Use& pointer, llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type* byte = builder.getInt8Ty();
  pointer.set(builder.Insert(llvm::GetElementPtrInst::CreateInBounds(byte, pointer.get(), {builder.getInt32(0)})));
}

}  // namespace clc::worker

// Pointers that are computed, so that LLVM 22's SPIR-V backend, which guesses types of pointers by their uses, makes a
// guess of their own for them: SPIR-V's pointers have element types, and LLVM's have none.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

// Lets the instruction use a pointer to 0 bytes behind where its operand points.
inline void add_zero_offset(llvm::Use& pointer, llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type* byte = builder.getInt8Ty();
  pointer.set(builder.Insert(llvm::GetElementPtrInst::CreateInBounds(byte, pointer.get(), {builder.getInt32(0)})));
}

}  // namespace clc::worker

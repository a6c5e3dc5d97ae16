// A number whose origin AMD's code generator does not see.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

namespace clc::worker {

// Returns the same scalar, of 32 bits or 64, with no known bits.
inline llvm::Value* hidden_number(llvm::IRBuilder<>& builder, llvm::Value* number) {
  llvm::Type* type = number->getType();
  llvm::InlineAsm* nothing = llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false), "", "=v,0",
                                                  /*hasSideEffects=*/false);
  return builder.CreateCall(nothing, {number});
}

}  // namespace clc::worker

// Calls of a function.
#pragma once

#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

// The calls that use the function, which may be replaced while the list is read.
inline std::vector<llvm::CallInst*> calls_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : function.users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  return calls;
}

}  // namespace clc::worker

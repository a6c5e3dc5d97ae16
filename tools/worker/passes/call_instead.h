// Calls that become calls of other functions.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Instructions.h>

namespace clc::worker {

// Lets the call be one of a declared function with this name, which takes these arguments.
void call_instead(llvm::CallInst& call, const std::string& name, const std::vector<llvm::Value*>& arguments);

}  // namespace clc::worker

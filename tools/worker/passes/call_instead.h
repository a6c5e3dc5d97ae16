// Redirects calls to other functions.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Instructions.h>

namespace clc::worker {

// Redirects the call to the function of this name, which is declared if need be, with these arguments, as many as
// the call has.
void call_instead(llvm::CallInst& call, const std::string& name, const std::vector<llvm::Value*>& arguments);

}  // namespace clc::worker

// A further argument of kernels, which the runtime sets and the interface does not name.
#pragma once

#include <string>

#include <llvm/IR/Function.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/base/result.h"

namespace clc::worker {

// Inlines every function that kernels call, so that the kernels' own arguments are known at each access.
Result<void> inline_everything(llvm::Module& module, llvm::TargetMachine& machine);

struct HiddenArgument {
  std::string name;
  std::string type;  // in OpenCL C: "ulong*"
};

// A function attribute of such a kernel, whose value is the argument's name.
inline constexpr const char* k_hidden_argument = "clc-hidden-argument";

// Replaces a kernel by one whose last argument is a pointer to global memory.
llvm::Function* with_hidden_argument(llvm::Function& old, const HiddenArgument& argument);

}  // namespace clc::worker

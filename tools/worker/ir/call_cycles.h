// Functions that call themselves, which OpenCL does not have.
#pragma once

#include <functional>
#include <vector>

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

#include "clc/base/result.h"

namespace clc::worker {

// The functions and variables that a kernel, or any of them, names, and those that these name. Kernels are among them.
llvm::SetVector<const llvm::GlobalValue*> used_by(const llvm::Function& kernel);
llvm::SetVector<const llvm::GlobalValue*> used_by_kernels(const llvm::Module& module);

// Bytes of the variables in local memory that the kernel uses, one behind the other.
std::uint64_t local_bytes_of(const llvm::Function& kernel);

// A function, what it calls, …; the last one calls the first.
using CallCycle = std::vector<const llvm::Function*>;

// The cycles that kernels can come into, one for each group of functions that call each other.
std::vector<CallCycle> call_cycles(llvm::Module& module);

// An error (k_compile) when there is a cycle, of those that are meant.
Result<void> refuse_recursion(llvm::Module& module, const std::function<bool(const CallCycle&)>& is_meant = {});

}  // namespace clc::worker

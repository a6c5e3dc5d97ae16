// Recursion, which OpenCL forbids, and the functions and variables that kernels reach.
#pragma once

#include <functional>
#include <vector>

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

#include "clc/base/result.h"

namespace clc::worker {

// The functions and variables that a kernel, or any kernel, uses directly or indirectly, kernels included.
llvm::SetVector<const llvm::GlobalValue*> used_by(const llvm::Function& kernel);
llvm::SetVector<const llvm::GlobalValue*> used_by_kernels(const llvm::Module& module);

// True for a variable in local memory.
bool is_local(const llvm::GlobalVariable& variable);

// Sum of the sizes of the local variables that the kernel uses, with padding for their alignment.
std::uint64_t local_bytes_of(const llvm::Function& kernel);

// A cycle of the call graph: each function calls the next, and the last one the first.
using CallCycle = std::vector<const llvm::Function*>;

// Finds cycles that kernels reach, one for each strongly connected component of the call graph.
std::vector<CallCycle> call_cycles(llvm::Module& module);

// Fails (k_compile) if there is a cycle for which `is_meant` holds; without `is_meant`, if there is any.
Result<void> refuse_recursion(llvm::Module& module, const std::function<bool(const CallCycle&)>& is_meant = {});

}  // namespace clc::worker

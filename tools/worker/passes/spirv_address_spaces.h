// Builtins that take generic pointers, called with the address space that the pointer is known to point into.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// Libraries define atomics for each address space of the atomic object; their other pointers are generic.
enum class NamedPointers { k_atomic_objects, k_all };

// Atomics and the builtins with a second result take generic pointers from OpenCL C 2.0 on, and many drivers take such
// pointers in no atomic instruction. Where the address space is known, the call names it.
void name_address_spaces(llvm::Module& module, llvm::TargetMachine& machine, NamedPointers pointers);

// Lets a call be one of a declared function with this name, which takes these arguments.
void call_instead(llvm::CallInst& call, const std::string& name, const std::vector<llvm::Value*>& arguments);

}  // namespace clc::worker

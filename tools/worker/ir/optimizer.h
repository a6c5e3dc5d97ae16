// LLVM's middle end, between Clang and a target's code generator.
#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "worker/frontend/invocation.h"
#include "worker/frontend/kernel_function.h"

namespace llvm {
class PassBuilder;
namespace legacy {
class PassManager;
}
}  // namespace llvm

namespace clc::worker {

// Null with a message in `error` when this LLVM lacks the target.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const Machine& machine, int optimization, std::string& error);

// Forgets __attribute__((used)): nobody outside a program looks for what it keeps, and code generators cannot write it.
void forget_used(llvm::Module& module);

// Forgets that a function gives no null pointer where it gives none at all: templates say so of each of their types.
void forget_impossible_attributes(llvm::Module& module);

// Makes everything but kernels internal, and inlines the functions that Clang calls from kernel stubs.
void keep_only_kernels(llvm::Module& module);

// The function with a kernel's body, which the kernel itself, as Clang writes it, only calls.
bool is_body_of_kernel(const llvm::Function& function);

// The -O pipeline, with the passes that `extend` registers. Loop and SLP vectorisers are for CPUs: IL consumers want
// scalar code as written.
void optimize(
    llvm::Module& module, llvm::TargetMachine& machine, int optimization, bool vectorize,
    llvm::function_ref<void(llvm::PassBuilder&)> extend = [](llvm::PassBuilder& /*builder*/) {});

// Runs one pass by the name that LLVM's `opt` knows it by. False when there is none.
bool run_pass(llvm::Module& module, llvm::TargetMachine& machine, llvm::StringRef name);

// LLVM IR as people read it.
std::string text_of(const llvm::Module& module);

// Assembly text or an object, whichever `type` says.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type);
// The same by a pass manager that may change what LLVM adds to it.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
                 std::unique_ptr<llvm::legacy::PassManager> empty);

}  // namespace clc::worker

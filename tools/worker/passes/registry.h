// The names of passes.
#pragma once

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// Registers the passes of PassRegistry.def, so that pipelines in text and LLVM's own logs know them by their names.
void register_passes(llvm::PassBuilder& builder, llvm::TargetMachine& machine);

// Makes a pass that runs in the middle of a code generator, for the pass manager that will own it, or returns null.
llvm::Pass* make_machine_pass(llvm::StringRef name, llvm::TargetMachine& machine);

}  // namespace clc::worker

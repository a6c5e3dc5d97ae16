// The names of passes.
#pragma once

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// Registers the passes of PassRegistry.def, so that textual pipelines and LLVM's own logs can name them.
void register_passes(llvm::PassBuilder& builder, llvm::TargetMachine& machine);

// Makes a pass that runs between those of a code generator; the caller's pass manager owns it. Null for other names.
llvm::Pass* make_machine_pass(llvm::StringRef name, llvm::TargetMachine& machine);

}  // namespace clc::worker

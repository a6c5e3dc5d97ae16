// The names of passes.
#pragma once

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// Registers the passes of PassRegistry.def, so that pipelines in text and LLVM's own logs know them by their names.
void register_passes(llvm::PassBuilder& builder, llvm::TargetMachine& machine);

}  // namespace clc::worker

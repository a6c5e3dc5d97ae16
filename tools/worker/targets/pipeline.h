// The passes that every target begins with, and the whole pipeline of any.
#pragma once

#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

void add_passes_of_all_targets(PassList& list, const Target& target, const Language& language);

// All that a target does to a program's IR before its code generator: what `clc compile` runs, but for images of
// NVIDIA's and for the second try of SPIR-V's at a lower level.
void add_whole_pipeline(PassList& list, const Target& target, const Language& language, const BuildOptions& options,
                        llvm::TargetMachine& machine);

}  // namespace clc::worker

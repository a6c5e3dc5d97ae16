// The passes that make of a program's IR what LLVM's SPIR-V backend writes right, and drivers take.
#pragma once

#include "clc/package/target.h"
#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

struct SpirvSettings {
  Target target;
  Language language;
  bool permits_contractions = false;  // -cl-mad-enable
};

// The passes that do not depend on the level of optimisation.
void add_spirv_passes_before_optimizer(PassList& list, const SpirvSettings& settings);
// The rest, at a level that may be lower than the one asked for: see function_with_odd_widths().
void add_spirv_passes(PassList& list, const SpirvSettings& settings, int level, const PipelineHooks& hooks);

}  // namespace clc::worker

// The passes that make of a program's IR what LLVM's AMDGPU backend writes as a code object for AMD's runtime.
#pragma once

#include "clc/package/target.h"
#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

struct AmdgpuSettings {
  Target target;
  Language language;
  bool has_wide_waves = false;     // of 64 lanes, on chips that have two sizes
  bool flushes_denormals = false;  // -cl-denorms-are-zero
  bool has_finite_maths = false;   // -cl-finite-math-only
  bool has_relaxed_maths = false;  // -cl-unsafe-math-optimizations
  bool has_exact_roots = false;    // -cl-fp32-correctly-rounded-divide-sqrt
};

void add_amdgpu_passes(PassList& list, const AmdgpuSettings& settings, const PipelineHooks& hooks,
                       llvm::TargetMachine& machine);

}  // namespace clc::worker

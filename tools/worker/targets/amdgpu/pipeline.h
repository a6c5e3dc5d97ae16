// The passes that make of a program's IR what LLVM's AMDGPU backend writes as a code object for AMD's runtime.
#pragma once

#include "clc/package/target.h"
#include "worker/passes/amdgpu_define_controls.h"
#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

struct AmdgpuSettings {
  Target target;
  Language language;
  AmdgpuControls controls;
};

AmdgpuSettings amdgpu_settings(const Target& target, const Language& language, const BuildOptions& options,
                               const llvm::TargetMachine& machine);

void add_amdgpu_passes(PassList& list, const AmdgpuSettings& settings, const PipelineHooks& hooks,
                       llvm::TargetMachine& machine);

}  // namespace clc::worker

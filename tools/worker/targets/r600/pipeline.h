// The passes that make of a program's IR what LLVM's R600 backend can write.
#pragma once

#include "clc/package/target.h"
#include "worker/passes/pass_list.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

void add_r600_passes(PassList& list, const Target& target, const Language& language, const PipelineHooks& hooks);

}  // namespace clc::worker

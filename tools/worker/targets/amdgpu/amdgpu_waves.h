// Sizes of waves, of which AMD's chips from gfx10 on have two.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "clc/package/target.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {

// Takes the machine's size from what kernels ask for by intel_reqd_sub_group_size. Builtin functions know one size, so
// that all kernels of a module have the same.
Result<void> choose_waves(const Interface& interface, const Target& target, Machine& machine);

// True where a chip that has two sizes is to have the larger one.
bool has_wide_waves(const llvm::TargetMachine& machine);

}  // namespace clc::worker

// Memory accesses, branches and barriers of a module's kernels, from its optimised IR.
#pragma once

#include <vector>

#include <llvm/IR/Module.h>

#include "clc/package/interface.h"
#include "protocol/analysis.h"
#include "waves/chip_memory.h"

namespace clc::worker {

std::vector<KernelFacts> analyze(llvm::Module& module, const ChipMemory& chip, const Interface& interface,
                                 const AnalysisRequest& request);

}  // namespace clc::worker

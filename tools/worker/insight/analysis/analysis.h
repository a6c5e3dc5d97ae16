// Memory accesses, branches and barriers of a module's kernels, from its optimised IR.
#pragma once

#include <vector>

#include <llvm/IR/Module.h>

#include "clc/package/interface.h"
#include "insight/waves/chip_memory.h"
#include "protocol/analysis.h"

namespace clc::worker {

std::vector<KernelFacts> analyze(llvm::Module& module, const ChipMemory& chip, const Interface& interface,
                                 const AnalysisRequest& request);

}  // namespace clc::worker

// Drops `noinline` from functions that take or return vectors of three elements.
//   define <3 x float> @f(<3 x float> %v) noinline   becomes   define <3 x float> @f(<3 x float> %v)
// Repair of a bug in Intel's CPU driver: it calls them with vectors of four for several work-items at once, of which
// only the first gets its own vector. Portable: a driver may still decline to inline. It goes when the driver is fixed.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvPermitVec3Inlining : public RequiredPass<SpirvPermitVec3Inlining> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker

// Marks kernels that may end where the source itself says so, by __builtin_unreachable() or a trap, for
// check-optimized-kernels. It runs before the optimiser, which makes such ends of whatever is undefined.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NoteEndsOfSource : public RequiredPass<NoteEndsOfSource> {
 public:
  static constexpr const char* k_attribute = "clc-may-end";

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker
